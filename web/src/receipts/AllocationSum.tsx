import './receipts.css'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { Allocations } from './allocation-form.ts'

type Props = { allocations: Allocations; currency: Currency }

/** What is allocated and what stays on account, as it changes. */
export function AllocationSum({ allocations: { sum, left }, currency }: Props) {
  const { t, language } = useTranslation()
  const money = (amount: number) => moneyText(amount, language, currency)
  return (
    <p className="allocation-sum" role="status" data-missing={left < 0 || undefined}>
      {t('Allocated {amount}', { amount: money(sum) })}
      {' · '}
      <strong>
        {left < 0
          ? t('{amount} too much', { amount: money(-left) })
          : t('{amount} stays on account', { amount: money(left) })}
      </strong>
    </p>
  )
}
