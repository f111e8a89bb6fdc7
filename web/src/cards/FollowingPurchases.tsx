import './following-purchases.css'
import { Alert, Loader } from '@mantine/core'
import { cardMoves, type MovePreview } from '@portal/contract/cards/card-moves.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { sentence } from '../ui/words/sentence.ts'
import { localTimeText, moneyText } from '../ui/words/texts.ts'

type Props = { question: object; isStale: boolean; onShown: (token: string) => void }
/** Shows which purchases follow, and what they cost before and after, before anything is done (TXN-21). */
export function FollowingPurchases({ question, isStale, onShown }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    // Always what holds now: a stored answer could have changed.
    queryKey: ['cards', 'assignPreview', question],
    queryFn: ({ signal }) => call(cardMoves.assignPreview, { body: question as never }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (isStale) void refetch()
  }, [isStale, refetch])
  const token = data?.token
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once per answer.
  useEffect(() => {
    if (token) onShown(token)
  }, [token])
  return (
    <div role="status">
      {error ? (
        <Alert color="bad" variant="outline">
          {sentence(t, error.message)}
        </Alert>
      ) : data ? (
        <Answer preview={data} />
      ) : (
        <Loader size={16} aria-hidden />
      )}
    </div>
  )
}

function Answer({ preview: { count, staying, totals, transactions } }: { preview: MovePreview }) {
  const { t, i18n } = useTranslation()
  const money = (amount: number, currency: 'CAD' | 'USD') => moneyText(amount, i18n.language, currency)
  const signed = (amount: number, currency: 'CAD' | 'USD') => `${amount > 0 ? '+' : ''}${money(amount, currency)}`
  return (
    <div className="following">
      <p>{count === 0 ? t('No purchase follows.') : t('Transactions that follow: {count}', { count })}</p>
      {staying > 0 ? (
        <p>{t('Purchases that stay because they are invoiced or credited by hand: {count}', { count: staying })}</p>
      ) : null}
      {totals.length > 0 ? (
        <ul className="following-totals">
          {totals.map(({ currency, before, after, difference }) => (
            <li key={currency}>
              <span>
                {t('Total')} {currency}
              </span>
              <span>{signed(difference, currency)}</span>
              <span className="following-amounts">
                {money(before, currency)} → {money(after, currency)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {transactions.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <ul className="following-list" tabIndex={0} aria-label={t('Purchases that follow')}>
          {transactions.map((one) => (
            <li key={one.txn_id}>
              <span>{one.authentication_id}</span>
              <span>{signed(one.difference, one.currency)}</span>
              <span className="following-where">
                {localTimeText(one.txn_date)} {one.location}
              </span>
              <span className="following-amounts">
                {money(one.before, one.currency)} → {money(one.after, one.currency)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {count > transactions.length && transactions.length > 0 ? (
        <p>{t('Showing the first {count}.', { count: transactions.length })}</p>
      ) : null}
    </div>
  )
}
