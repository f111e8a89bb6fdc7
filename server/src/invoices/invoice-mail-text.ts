import { formatMoney } from '../platform/documents/document-format.ts'
import { documentLetter, type LetterParts } from '../platform/documents/document-letter.ts'
import type { MailText } from '../platform/mailer.ts'
import type { PaperHead } from './invoice-paper.rules.ts'

function english(head: PaperHead, due: string, total: string): LetterParts {
  const { invoice_number: number, issued_date, due_date, start_date, end_date } = head
  return {
    subject: `Invoice ${number}`,
    greeting: `Hello ${head.company_name},`,
    facts: [
      `Attached is invoice ${number} of ${issued_date}, for ${start_date} to ${end_date}.`,
      `Total: ${total}. Amount due: ${due}, by ${due_date}.`,
    ],
    note: head.payment_instructions || null,
    link: 'You can also view it in the portal:',
    closing: 'Thank you for your business.',
  }
}
function french(head: PaperHead, due: string, total: string): LetterParts {
  const { invoice_number: number, issued_date, due_date, start_date, end_date } = head
  return {
    subject: `Facture ${number}`,
    greeting: `Bonjour ${head.company_name},`,
    facts: [
      `Vous trouverez ci-jointe la facture ${number} du ${issued_date}, pour la période du ${start_date} au ${end_date}.`,
      `Total\u00a0: ${total}. Montant dû\u00a0: ${due}, au plus tard le ${due_date}.`,
    ],
    note: head.payment_instructions || null,
    link: 'Vous pouvez aussi la consulter dans le portail\u00a0:',
    closing: 'Merci de votre confiance.',
  }
}

/**
 * The e-mail for an invoice, with the company's brand and language (BRAND-3). The link uses the brand's configured
 * address.
 */
export function invoiceLetter(head: PaperHead, publicUrl: string): MailText {
  const money = (cents: number) => formatMoney(cents, head.currency, head.language)
  const parts = (head.language === 'fr' ? french : english)(head, money(head.due_cents), money(head.total_cents))
  const link = { number: head.invoice_number, address: `${publicUrl}/invoices/${head.id}/view` }
  return documentLetter(head, parts, link)
}
