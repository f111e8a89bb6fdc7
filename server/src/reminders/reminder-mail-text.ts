import type { PaperHead } from '../invoices/invoice-paper.rules.ts'
import { type DocumentLanguage, formatMoney } from '../platform/documents/document-format.ts'
import { documentLetter, type LetterParts, type LetterSender } from '../platform/documents/document-letter.ts'
import type { MailText } from '../platform/mailer.ts'
import type { CalendarMonth } from './reminders.rules.ts'

type Reminded = PaperHead & { day: string; owing: string; late: number }
function english({ invoice_number, issued_date, due_date, day, owing, late, ...head }: Reminded): LetterParts {
  const isLate = late > 0
  const ago = late === 1 ? '1 day ago' : `${late} days ago`
  return {
    subject: isLate ? `Invoice ${invoice_number} is overdue` : `Invoice ${invoice_number} is due on ${due_date}`,
    greeting: `Hello ${head.company_name},`,
    facts: [
      isLate
        ? `Invoice ${invoice_number} of ${issued_date} was due on ${due_date}, ${ago}. On ${day}, ${owing} was still owing.`
        : `Invoice ${invoice_number} of ${issued_date} is due on ${due_date}. On ${day}, ${owing} was owing.`,
      'The invoice is attached. If you have paid it in the meantime, please disregard this reminder.',
    ],
    note: head.payment_instructions || null,
    link: 'You can also view it in the portal:',
    closing: 'Thank you.',
  }
}
function french({ invoice_number, issued_date, due_date, day, owing, late, ...head }: Reminded): LetterParts {
  const isLate = late > 0
  const ago = late === 1 ? 'il y a 1 jour' : `il y a ${late} jours`
  return {
    subject: isLate
      ? `La facture ${invoice_number} est en souffrance`
      : `La facture ${invoice_number} est payable le ${due_date}`,
    greeting: `Bonjour ${head.company_name},`,
    facts: [
      isLate
        ? `La facture ${invoice_number} du ${issued_date} était payable le ${due_date}, ${ago}. Le ${day}, il restait ${owing} à payer.`
        : `La facture ${invoice_number} du ${issued_date} est payable le ${due_date}. Le ${day}, il restait ${owing} à payer.`,
      'La facture est jointe. Si vous l’avez payée entre-temps, veuillez ne pas tenir compte de ce rappel.',
    ],
    note: head.payment_instructions || null,
    link: 'Vous pouvez aussi la consulter dans le portail\u00a0:',
    closing: 'Merci.',
  }
}

type Reminding = { day: string; language: DocumentLanguage; publicUrl: string }
/** The reminder of an invoice, with what was owing on the day, in the customer's brand and language (RECV-9). */
export function reminderLetter(head: PaperHead, { day, language, publicUrl }: Reminding): MailText {
  const late = Math.round((Date.parse(day) - Date.parse(head.due_date)) / 86_400_000)
  const reminded = { ...head, day, late, owing: formatMoney(head.due_cents, head.currency, language) }
  return documentLetter({ ...head, language }, (language === 'fr' ? french : english)(reminded), {
    number: head.invoice_number,
    address: `${publicUrl}/invoices/${head.id}/view`,
  })
}

/** The mail of a month's statement. Its figures are in the attached statement alone, which is drawn when it is sent. */
export function statementLetter(
  sender: LetterSender,
  company: { id: number; name: string; payment_instructions: string },
  { from, to }: CalendarMonth,
  publicUrl: string,
): MailText {
  const months = { en: `${from} to ${to}`, fr: `du ${from} au ${to}` }
  const parts: Record<DocumentLanguage, LetterParts> = {
    en: {
      subject: `Statement for ${from} to ${to}`,
      greeting: `Hello ${company.name},`,
      facts: [`Attached is your statement of account for ${from} to ${to}.`],
      note: company.payment_instructions || null,
      link: 'You can also view it in the portal:',
      closing: 'Thank you for your business.',
    },
    fr: {
      subject: `Relevé du ${from} au ${to}`,
      greeting: `Bonjour ${company.name},`,
      facts: [`Vous trouverez ci-joint votre relevé de compte du ${from} au ${to}.`],
      note: company.payment_instructions || null,
      link: 'Vous pouvez aussi le consulter dans le portail\u00a0:',
      closing: 'Merci de votre confiance.',
    },
  }
  const address = `${publicUrl}/customer/${company.id}/statement?from=${from}&to=${to}`
  return documentLetter(sender, parts[sender.language], { number: months[sender.language], address })
}
