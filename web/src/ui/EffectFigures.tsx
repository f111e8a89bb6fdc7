import './effect-figures.css'
import { useTranslation } from 'react-i18next'
import { localTimeText, moneyText } from './words/texts.ts'

type Amounts = { currency: 'CAD' | 'USD'; before: number; after: number; difference: number }
export type Effect = {
  changed: number
  totals: readonly Amounts[]
  transactions: readonly (Amounts & {
    txn_id: number
    authentication_id: string
    txn_date: string
    location: string | null
  })[]
}

/** What a change does to prices: the sums by currency and the newest purchases. */
export function EffectFigures({ effect: { changed, totals, transactions } }: { effect: Effect }) {
  const { t, i18n } = useTranslation()
  const money = (amount: number, currency: 'CAD' | 'USD') => moneyText(amount, i18n.language, currency)
  const signed = (amount: number, currency: 'CAD' | 'USD') => `${amount > 0 ? '+' : ''}${money(amount, currency)}`
  return (
    <>
      <ul className="what-if-totals">
        {totals.map(({ currency, before, after, difference }) => (
          <li key={currency}>
            <span>
              {t('Total')} {currency}
            </span>
            <span className="what-if-difference">{signed(difference, currency)}</span>
            <span />
            <span className="what-if-amounts">
              {money(before, currency)} → {money(after, currency)}
            </span>
          </li>
        ))}
      </ul>
      {transactions.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <ul className="what-if-transactions" tabIndex={0} aria-label={t('Purchases that would change')}>
          {transactions.map((transaction) => (
            <li key={transaction.txn_id}>
              <span>{transaction.authentication_id}</span>
              <span className="what-if-difference">{signed(transaction.difference, transaction.currency)}</span>
              <span className="what-if-where">
                {localTimeText(transaction.txn_date)} {transaction.location}
              </span>
              <span className="what-if-amounts">
                {money(transaction.before, transaction.currency)} → {money(transaction.after, transaction.currency)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {changed > transactions.length ? <p>{t('Showing the newest {count}.', { count: transactions.length })}</p> : null}
    </>
  )
}
