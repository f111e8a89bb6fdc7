import './margins.css'
import '../ui/trouble/panel.css'
import { Skeleton } from '@mantine/core'
import { margins } from '@portal/contract/margins/margins.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan, useIsStaff } from '../api/session.ts'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { MarginTable } from './MarginTable.tsx'
import { UnknownCosts } from './UnknownCosts.tsx'

type Props = { of: 'import' | 'invoice' | 'customer'; id: number }
/** The margin of a record, for staff; nothing if it has no lines. */
export function MarginPanel({ of, id }: Props) {
  const may = useCan()(margins[of])
  return useIsStaff() && may ? <Loaded of={of} id={id} /> : null
}

function Loaded({ of, id }: Props) {
  const { t } = useTranslation()
  const endpoint = margins[of]
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(endpoint, { id }),
    queryFn: ({ signal }) =>
      call(endpoint as typeof margins.customer, { params: { id }, query: {} }, { signal }) as Promise<{
        totals: Awaited<ReturnType<typeof call<typeof margins.customer>>>['totals']
        from?: string
        to?: string
      }>,
  })
  if (data?.totals.length === 0) return null
  return (
    <section className="panel margin-panel" aria-labelledby="margin" aria-busy={isFetching}>
      <div className="margin-head">
        <h2 id="margin">{t('Margin')}</h2>
        {data?.from && data.to ? (
          <span className="margin-note">
            {t('From {from} to {to}', { from: dateText(data.from), to: dateText(data.to) })}
          </span>
        ) : null}
      </div>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={72} /> : null}
      {data ? (
        <>
          <MarginTable totals={data.totals} />
          <UnknownCosts totals={data.totals} />
        </>
      ) : null}
    </section>
  )
}
