import '../receipts/receipts.css'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { total: number; currency: Currency; left?: number }

/** The total as chosen, and what of the invoice can still be credited. */
export function CreditSum({ total, currency, left }: Props) {
  const { t, language } = useTranslation()
  const money = (amount: number) => moneyText(amount, language, currency)
  return (
    <p className="allocation-sum" role="status" data-missing={(left !== undefined && total > left) || undefined}>
      <strong>{t('Credit of {amount}', { amount: money(total) })}</strong>
      {left === undefined ? null : ` · ${t('{amount} can still be credited', { amount: money(left) })}`}
    </p>
  )
}
