import { Skeleton } from '@mantine/core'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { RecentPurchases } from '../../links/RecentPurchases.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../../ui/words/translation.ts'

/** The card's most recent transactions, with permission to see transactions. */
export function RecentTransactions({ cardNumber }: { cardNumber: string }) {
  const can = useCan()
  return can(transactions.list) ? <Recent cardNumber={cardNumber} /> : null
}

function Recent({ cardNumber }: { cardNumber: string }) {
  const { t } = useTranslation()
  const query = { filter: [`card_number:${cardNumber}`], size: 5 }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(transactions.list, query),
    queryFn: ({ signal }) => call(transactions.list, { query }, { signal }),
  })
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={32} />
  return (
    <RecentPurchases
      rows={data.transactions}
      none={t('No transaction records to show')}
      all={data.metadata.total_count > 5 ? { label: 'All transactions of this card', filter: query.filter } : null}
    />
  )
}
