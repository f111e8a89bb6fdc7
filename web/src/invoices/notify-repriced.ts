import type { TFunction } from 'i18next'
import { notify } from '../ui/notify.ts'

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
