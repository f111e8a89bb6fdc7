import type { CreditPaperHead } from '../invoices/credited/credit-paper.rules.ts'
import { formatMoney } from '../platform/documents/document-format.ts'
import { documentLetter, type LetterParts } from '../platform/documents/document-letter.ts'
import type { MailText } from '../platform/mailer.ts'

function english(head: CreditPaperHead, total: string): LetterParts {
  const { credit_note_number: number, issued_date, invoice_number, reason } = head
  return {
    subject: `Credit note ${number}`,
    greeting: `Hello ${head.company_name},`,
    facts: [
      `Attached is credit note ${number} of ${issued_date}${invoice_number ? `, for invoice ${invoice_number}` : ''}.`,
      `Total credit: ${total}. Reason: ${reason}`,
    ],
    note: head.wording || null,
    link: 'You can also view it in the portal:',
    closing: 'Thank you for your business.',
  }
}
function french(head: CreditPaperHead, total: string): LetterParts {
  const { credit_note_number: number, issued_date, invoice_number, reason } = head
  return {
    subject: `Note de crédit ${number}`,
    greeting: `Bonjour ${head.company_name},`,
    facts: [
      `Vous trouverez ci-jointe la note de crédit ${number} du ${issued_date}${invoice_number ? `, pour la facture ${invoice_number}` : ''}.`,
      `Total du crédit\u00a0: ${total}. Motif\u00a0: ${reason}`,
    ],
    note: head.wording || null,
    link: 'Vous pouvez aussi la consulter dans le portail\u00a0:',
    closing: 'Merci de votre confiance.',
  }
}

/** The e-mail for a credit note, with the brand of its issue and the customer's language (BRAND-3). */
export function creditNoteLetter(head: CreditPaperHead, publicUrl: string): MailText {
  const total = formatMoney(head.total_cents, head.currency, head.language)
  const parts = (head.language === 'fr' ? french : english)(head, total)
  const number = head.credit_note_number
  return documentLetter(head, parts, { number, address: `${publicUrl}/invoices/credit-notes/${number}/view` })
}
