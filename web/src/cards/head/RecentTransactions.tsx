import '../../ui/record/recent.css'
import { Button, Skeleton } from '@mantine/core'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { localTimeText, moneyText, nothing } from '../../ui/words/texts.ts'

/** The card's most recent transactions, with permission to see transactions. */
export function RecentTransactions({ cardNumber }: { cardNumber: string }) {
  const can = useCan()
  return can(transactions.list) ? <Recent cardNumber={cardNumber} /> : null
}

function Recent({ cardNumber }: { cardNumber: string }) {
  const { t, i18n } = useTranslation()
  const query = { filter: [`card_number:${cardNumber}`], size: 5 }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(transactions.list, query),
    queryFn: ({ signal }) => call(transactions.list, { query }, { signal }),
  })
  const rows = data?.transactions
  return (
    <section className="recent-section" aria-labelledby="recent-transactions">
      {/* No heading: the form's sections are the page's headings (CARD-5). */}
      <p id="recent-transactions" className="record-aside-title">
        {t('Recent transactions')}
      </p>
      <div className="recent">
        {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
        {rows === undefined && !error ? <Skeleton height={32} /> : null}
        {rows?.length === 0 ? <p className="recent-note">{t('No transaction records to show')}</p> : null}
        {rows && rows.length > 0 ? (
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <Link className="row-link" to={`${transactionsPath}/${encodeURIComponent(row.authentication_id)}/view`}>
                  {row.authentication_id}
                </Link>
                <span className="recent-amount">{moneyText(row.txn_amount, i18n.language, row.currency)}</span>
                <span className="recent-place">
                  {localTimeText(row.txn_date)} · {row.location ?? nothing}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        {data && data.metadata.total_count > 5 ? (
          <Button
            component={Link}
            to={transactionsPath}
            search={{ filter: `card_number:${cardNumber}` } as never}
            variant="default"
            size="xs"
            className="recent-all"
          >
            {t('All transactions of this card')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
