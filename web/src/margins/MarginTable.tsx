import './margins.css'
import type { CurrencyMargin } from '@portal/contract/margins/margins.ts'
import { percentText } from '../ui/words/figures.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { marginTone, perUnitText } from './margin-texts.ts'

/** One row for each currency; currencies are never added up (COST-1). The margin stands first, for narrow screens. */
export function MarginTable({ totals }: { totals: readonly CurrencyMargin[] }) {
  const { t, language } = useTranslation()
  const locale = language
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="margin-scroll" tabIndex={0} aria-label={t('Cost and margin')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Currency')}</th>
            <th scope="col">{t('Margin')}</th>
            <th scope="col">{t('Margin %')}</th>
            <th scope="col">{t('Margin per unit')}</th>
            <th scope="col">{t('Billed before sales tax')}</th>
            <th scope="col">{t('Cost before sales tax')}</th>
          </tr>
        </thead>
        <tbody>
          {totals.map((one) => (
            <tr key={one.currency}>
              <th scope="row">{one.currency}</th>
              <td data-tone={marginTone(one.margin)}>{moneyText(one.margin, locale, one.currency)}</td>
              <td data-tone={marginTone(one.margin)}>{percentText(one.percent, locale)}</td>
              <td>{perUnitText(one.per_unit, locale, one.currency, one.unit)}</td>
              <td>{moneyText(one.billed, locale, one.currency)}</td>
              <td>{moneyText(one.cost, locale, one.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
