import type { TFunction } from 'i18next'
import { notify } from '../ui/notify.ts'

/** Whoever bills again what a void invoice let go should not be surprised by another total. */
export function tellRepriced(
  t: TFunction,
  { repriced_transactions: count }: { repriced_transactions?: number | undefined },
): void {
  if (count)
    notify.warning(
      t('Transactions with a new amount: {count}', { count }),
      t('They were repriced with the rates and markups of their day.'),
    )
}
