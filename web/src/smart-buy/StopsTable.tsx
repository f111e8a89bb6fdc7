import type { CallReply } from '@portal/contract/endpoint.ts'
import type { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { moneyText, numberFormat } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { kmText, pricePerUnitText, sitePlaceText } from './smart-buy-texts.ts'

type Props = {
  route: CallReply<typeof smartBuy.route>
  chosen: number | null
  onChoose: (site: number) => void
}

/** The sites in the order of the way. */
export function StopsTable({ route, chosen, onChoose }: Props) {
  const { t, language } = useTranslation()
  const locale = language
  if (route.stops.length === 0)
    return (
      <div className="panel smart-table">
        <p className="smart-note">{t('No site with a price lies within this distance of the line.')}</p>
      </div>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="panel smart-table" tabIndex={0} aria-label={t('Sites on the way')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Site')}</th>
            <th scope="col" data-align="end" className="wide-only">
              {t('Along the line')}
            </th>
            <th scope="col" data-align="end" className="wide-only">
              {t('Off the line')}
            </th>
            <th scope="col" data-align="end">
              {t('Before sales tax')}
            </th>
            <th scope="col" data-align="end">
              {t('A fill of {litres} L with sales tax', { litres: numberFormat(locale, {}).format(route.tank_litres) })}
            </th>
          </tr>
        </thead>
        <tbody>
          {route.stops.map((stop) => (
            <tr key={stop.id} data-cheapest={stop.is_cheapest}>
              <th scope="row">
                <button
                  type="button"
                  className="site-choice"
                  aria-pressed={stop.site_id === chosen}
                  onClick={() => onChoose(stop.site_id)}
                >
                  <span>{stop.site_name ?? stop.site_number}</span>
                  <small>{sitePlaceText(stop)}</small>
                  <small className="narrow-only">
                    {t('{along} along, {off} off the line', {
                      along: kmText(stop.along_km, locale),
                      off: kmText(stop.off_km, locale),
                    })}
                  </small>
                </button>
                {stop.is_cheapest ? <StatusBadge word="Cheapest" /> : null}
              </th>
              <td data-align="end" className="wide-only">
                {kmText(stop.along_km, locale)}
              </td>
              <td data-align="end" className="wide-only">
                {kmText(stop.off_km, locale)}
              </td>
              <td data-align="end">{pricePerUnitText(stop.price_before_sales_tax, locale, stop)}</td>
              <td data-align="end">{moneyText(stop.fill_with_sales_tax, locale, stop.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
