import type { DocumentHead, Proof, Totals } from '../invoice-paper.rules.ts'

export type CreditPaperHead = DocumentHead & {
  credit_note_number: string
  kind: 'void' | 'lines' | 'amount'
  /** The invoice that is credited; null if it is credited without one. */
  invoice_number: string | null
  invoice_date: string | null
  reason: string
  total_cents: number
  /** What was applied to the invoice when the credit note was issued. Later applications do not change the document. */
  applied_cents: number
  /** The provider's words on credit notes in the language of the document. */
  wording: string | null
}
/** A credit note without its lines. */
export type CreditPaper = { head: CreditPaperHead; totals: Totals; proof: Proof }

/** One without a code was issued before the documents of credit notes were stored, and says when it was (RECV-4). */
export const creditProof = (
  { document_code }: Pick<CreditPaperHead, 'document_code'>,
  given: { newCode: () => string; verifyUrl: string; today: string },
): Proof => {
  const code = document_code ?? given.newCode()
  return { code, address: `${given.verifyUrl}?code=${code}`, stored_on: document_code === null ? given.today : null }
}

/**
 * An invoice that was made void before credit notes existed had lost its lines and taxes when it got one. Its single line
 * has the total as if it were before tax, which no document may say: only the total is printed.
 */
export const withoutLostLines = ({ kind }: Pick<CreditPaperHead, 'kind'>, totals: Totals): Totals =>
  kind === 'void' && !totals.has_purchases ? { ...totals, lines: 0 } : totals

/** What stayed on account when it was issued. */
export const creditOnAccount = ({ total_cents, applied_cents }: CreditPaperHead): number => total_cents - applied_cents
