import type { DocumentLanguage } from '../../platform/documents/document-format.ts'
import { type InvoiceWords, invoiceWords } from '../pdf/invoice-words.ts'

type OwnWords = {
  invoice: string
  invoiceIssued: string
  reason: string
  totalCredit: string
  applied: (invoice: string | null) => string
  onAccount: string
  wording: string
}
export type CreditNoteWords = InvoiceWords & OwnWords

/** The words of invoices, except those that differ on a credit note. */
export const creditNoteWords: Record<DocumentLanguage, CreditNoteWords> = {
  en: {
    ...invoiceWords.en,
    title: 'Credit note',
    number: 'Credit note number',
    billTo: 'Customer',
    details: 'Credited lines',
    invoice: 'Credited invoice',
    invoiceIssued: 'Invoice issued',
    reason: 'Reason',
    totalCredit: 'Total credit',
    applied: (invoice) => (invoice ? `Applied to ${invoice} when issued` : 'Applied when issued'),
    onAccount: 'On account when issued',
    wording: 'Please note',
    linesLost:
      'The lines and taxes of this invoice were released before documents were stored. Only its total is known.',
  },
  fr: {
    ...invoiceWords.fr,
    title: 'Note de crédit',
    number: 'Numéro',
    billTo: 'Client',
    details: 'Lignes créditées',
    invoice: 'Facture créditée',
    invoiceIssued: 'Facture émise le',
    reason: 'Motif',
    totalCredit: 'Total du crédit',
    applied: (invoice) => (invoice ? `Appliqué à ${invoice} à l’émission` : 'Appliqué à l’émission'),
    onAccount: 'Au compte à l’émission',
    wording: 'À noter',
    linesLost:
      'Les lignes et les taxes de cette facture ont été libérées avant que les documents soient conservés. Seul son total est connu.',
  },
}
