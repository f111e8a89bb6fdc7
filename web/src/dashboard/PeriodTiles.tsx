import type { CurrencySpend, Dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { use } from 'react'
import { perUnitText } from '../margins/margin-texts.ts'
import { MayOpen } from '../ui/opening/may-open.ts'
import { percentText, priceText } from '../ui/words/figures.ts'
import { moneyText, quantityText } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { compared, comparedCount } from './comparison.rules.ts'
import { reportLink, transactionsLink, within } from './dashboard-address.ts'
import { transactionsIn, unitText } from './figure-texts.ts'
import { Tile } from './Tile.tsx'

/** Per cent and per unit; and how many lines are left out because their cost is not known (COST-1). */
function marginNote(t: TFunction, locale: string, { margin, currency, unit }: CurrencySpend): string {
  if (!margin) return ''
  const lines = margin.unknown_lines
  const unknown =
    lines === 1
      ? t('cost unknown for 1 line')
      : t('cost unknown for {lines} lines', { lines: quantityText(lines, locale) })
  return [
    percentText(margin.percent, locale),
    perUnitText(margin.per_unit, locale, currency, unit),
    ...(lines > 0 ? [unknown] : []),
  ].join(', ')
}

type Props = {
  spend: CurrencySpend
  period: Dashboard['period']
  /** The days that the figures are compared with. */
  earlier: Dashboard['before']
  all: readonly CurrencySpend[]
}
/** What was bought in the chosen days, each figure against the period before (UX-11). */
export function PeriodTiles({ spend, period, earlier, all }: Props) {
  const { t, language } = useTranslation()
  const { currency, unit, before, margin } = spend
  const mayOpen = use(MayOpen)
  const transactions = transactionsLink(within(period), `currency:${currency}`)
  /** The report behind the figure; for users without reports, the transactions. */
  const behind = (key: string, more: object) => {
    const link = reportLink(key, period, { currency, ...more })
    return mayOpen(link.to) ? link : transactions
  }
  const why = earlier && reportLink('why-it-moved', period, { currency, from0: earlier.from, to0: earlier.to })
  const other = all.find((one) => one.currency !== currency && one.amount !== 0)
  const sumExceptions = (of: (one: CurrencySpend) => number) => all.reduce((sum, one) => sum + of(one), 0)
  const exceptions = sumExceptions((one) => one.exceptions)
  const exceptionsBefore = all.every((one) => one.before === null)
    ? null
    : sumExceptions((one) => one.before?.exceptions ?? 0)
  return (
    <ul className="dash-tiles" aria-label={t('Purchases')}>
      <Tile
        name={t('Spend')}
        value={moneyText(spend.amount, language, currency)}
        change={compared(spend.amount, before?.amount)}
        changeLink={why && mayOpen(why.to) ? why : undefined}
        other={other}
        note={`${transactionsIn(t, spend.transactions, language, other && currency)}, ${t('taxes included')}`}
        link={behind('spend', { group_by: 'product' })}
      />
      <Tile
        name={t('Fuel volume')}
        value={`${Math.round(spend.volume).toLocaleString(language)} ${unitText[unit]}`}
        change={compared(spend.volume, before?.volume)}
        note={t('Diesel, reefer fuel and gasoline')}
        link={behind('spend', { group_by: 'product', products: 'fuel' })}
      />
      <Tile
        name={t('Average fuel price')}
        value={priceText(spend.price, language, `${currency}/${unitText[unit]}`)}
        change={compared(spend.price, before?.price)}
        note={t('Before sales tax')}
        link={behind('spend', { group_by: 'product', products: 'fuel' })}
      />
      {margin ? (
        <Tile
          name={t('Margin')}
          value={moneyText(margin.margin, language, currency)}
          change={compared(margin.margin, before?.margin)}
          note={marginNote(t, language, spend)}
          link={behind('margin', { group_by: 'provider' })}
          tone={margin.margin < 0 ? 'bad' : undefined}
        />
      ) : null}
      <Tile
        name={t('Exceptions')}
        value={exceptions.toLocaleString(language)}
        change={comparedCount(exceptions, exceptionsBefore)}
        note={t('Limit exceeded, card on hold, and other exceptions')}
        link={transactionsLink(within(period), 'exceptions:any')}
        tone={exceptions > 0 ? 'warn' : undefined}
      />
    </ul>
  )
}
