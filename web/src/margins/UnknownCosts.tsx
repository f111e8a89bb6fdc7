import './margins.css'
import type { CurrencyMargin } from '@portal/contract/margins/margins.ts'
import { moneyText, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Lines whose cost is not known are said, and never taken as free (COST-1). */
type Unknown = Pick<CurrencyMargin, 'currency' | 'unknown_lines' | 'unknown_billed'>
export function UnknownCosts({ totals }: { totals: readonly Unknown[] }) {
  const { t, language } = useTranslation()
  const unknown = totals.filter(({ unknown_lines }) => unknown_lines > 0)
  return unknown.map(({ currency, unknown_lines, unknown_billed }) => (
    <p key={currency} className="margin-note">
      {unknown_lines === 1
        ? t('Cost unknown for 1 line, billed at {amount}: it is not in the margin.', {
            amount: moneyText(unknown_billed, language, currency),
          })
        : t('Cost unknown for {lines} lines, billed at {amount}: they are not in the margin.', {
            lines: quantityText(unknown_lines, language),
            amount: moneyText(unknown_billed, language, currency),
          })}
    </p>
  ))
}
