import './receivables.css'
import { agingKeys, agingWords } from '@portal/contract/accounts/accounts.ts'
import type { ReceivableTotal } from '@portal/contract/receivables/receivables.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The totals by age, one line per currency: currencies are never added up. */
export function AgedTotals({ totals }: { totals: readonly ReceivableTotal[] }) {
  const { t, language } = useTranslation()
  return totals.map((total) => {
    const money = (value: number) => moneyText(value, language, total.currency)
    return (
      <dl key={total.currency} className="panel aged-totals">
        <div className="aged-total">
          <dt>{t('Total in {currency}', total)}</dt>
          <dd>{money(total.total)}</dd>
        </div>
        {agingKeys.map((key) => (
          <div key={key} data-late={key !== 'current' && total[key] > 0}>
            <dt>{t(agingWords[key])}</dt>
            <dd>{money(total[key])}</dd>
          </div>
        ))}
      </dl>
    )
  })
}
