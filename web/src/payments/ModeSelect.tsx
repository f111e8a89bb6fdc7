import { paymentModeList } from '@portal/contract/payments/payment-modes.ts'
import { paymentList } from '@portal/contract/payments/payments.ts'
import { termOf, withTerm } from '../list/filters/filter-terms.ts'
import { useListState } from '../list/use-list.ts'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'

const modes = paymentModeList.map(({ name, code }) => ({ value: code as string, label: name as string }))

/** Above the list, also on a phone (PAY-6). It sets the column's own filter, so both always agree. */
export function ModeSelect() {
  const { t } = useTranslation()
  const { query, change } = useListState(paymentList)
  const chosen = termOf(query.filter, 'payment_mode')?.query ?? null
  return (
    <ChoiceBox
      size="xs"
      className="payment-mode"
      label={t('Payment mode')}
      placeholder={t('All payment modes')}
      data={modes.map(({ value, label }) => ({ value, label: t(label) }))}
      value={modes.some(({ value }) => value === chosen) ? chosen : null}
      onChange={(mode) =>
        change(({ filter }) => ({
          filter: withTerm(filter, 'payment_mode', paymentList.filters.payment_mode, mode ?? ''),
        }))
      }
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
    />
  )
}
