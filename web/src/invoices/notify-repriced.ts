import { creditNotePath } from '../credit-notes/credit-notes.paths.ts'
import { notify, type Second } from '../ui/notify.ts'
import type { TFunction } from '../ui/words/translation.ts'

/** Warns that the transactions of a voided invoice were repriced, since billing them again gives another total. */
export function notifyRepriced(
  t: TFunction,
  { repriced_transactions: count }: { repriced_transactions?: number | undefined },
): void {
  if (count)
    notify.warning(
      t('Transactions with a new amount: {count}', { count }),
      t('They were repriced with the rates and markups of their day.'),
    )
}

/** The credit note of an issued invoice that was made void, as the second line of the toast (RECV-3). */
export const creditNoteLine = (
  t: TFunction,
  { credit_note_number: number }: { credit_note_number?: string | undefined },
): Second =>
  number ? { detail: t('Credit note issued'), actions: [{ label: number, to: creditNotePath(number) }] } : {}
