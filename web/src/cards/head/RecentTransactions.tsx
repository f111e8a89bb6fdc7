import { Button, Skeleton } from '@mantine/core'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { RecordLink } from '../../links/RecordLink.tsx'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { RecentList } from '../../ui/record/RecentList.tsx'
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
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={32} />
  return (
    <RecentList
      title={t('Recent transactions')}
      none={t('No transaction records to show')}
      rows={data.transactions.map((row) => ({
        key: row.id,
        name: (
          <RecordLink kind="transaction" id={row.id}>
            {row.authentication_id}
          </RecordLink>
        ),
        amount: moneyText(row.txn_amount, i18n.language, row.currency),
        note: `${localTimeText(row.txn_date)} · ${row.location ?? nothing}`,
      }))}
    >
      {data.metadata.total_count > 5 ? (
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
    </RecentList>
  )
}
