import './effect-figures.css'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { signedMoneyText } from './words/figures.ts'
import { localTimeText, moneyText } from './words/texts.ts'
import { useTranslation } from './words/translation.ts'

type Amounts = { currency: Currency; before: number; after: number; difference: number }
type Effect = {
  /** How many transactions would change, of which the newest are listed. */
  changed?: number
  totals: readonly Amounts[]
  transactions: readonly (Amounts & {
    txn_id: number
    authentication_id: string
    txn_date: string
    location: string | null
  })[]
}

type Props = { effect: Effect; label?: string }
/** What a change does to prices: the sums by currency, and some of the purchases. */
export function EffectFigures({ effect, label = 'Purchases that would change' }: Props) {
  const { changed = 0, totals, transactions } = effect
  const { t, language } = useTranslation()
  const change = ({ before, after, currency }: Amounts) =>
    `${moneyText(before, language, currency)} → ${moneyText(after, language, currency)}`
  return (
    <>
      {totals.length > 0 ? (
        <ul className="what-if-totals">
          {totals.map((total) => (
            <li key={total.currency}>
              <span>
                {t('Total')} {total.currency}
              </span>
              <span className="what-if-difference">{signedMoneyText(total.difference, language, total.currency)}</span>
              <span />
              <span className="what-if-amounts">{change(total)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {transactions.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <ul className="what-if-transactions" tabIndex={0} aria-label={t(label)}>
          {transactions.map((one) => (
            <li key={one.txn_id}>
              <span>{one.authentication_id}</span>
              <span className="what-if-difference">{signedMoneyText(one.difference, language, one.currency)}</span>
              <span className="what-if-where">
                {localTimeText(one.txn_date)} {one.location}
              </span>
              <span className="what-if-amounts">{change(one)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {changed > transactions.length ? <p>{t('Showing the newest {count}.', { count: transactions.length })}</p> : null}
    </>
  )
}
