import { type ListQuery, parseFilter } from '@portal/contract/list.ts'
import { paramsIn } from '@portal/contract/list-params.ts'
import { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { PriceMapPanel } from './PriceMapPanel.tsx'

type Props = { query: ListQuery; chosen: number | null; onChoose: (site: number) => void }

/** The map of all rows that the filters leave, of all pages. Without a product chosen, it is of diesel. */
export function DayPrices({ query, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const hasProduct = query.filter.some((term) => parseFilter(term)?.field === 'product')
  const asked = {
    ...paramsIn(query),
    paged: 'false',
    filter: hasProduct ? query.filter : [...query.filter, 'product:D1'],
  }
  const { data } = useQuery({
    queryKey: queryKeyOf(smartBuy.prices, asked),
    queryFn: ({ signal }) => call(smartBuy.prices, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  })
  const near = data?.near ?? null
  const ends = useMemo(() => (near ? [near] : []), [near])
  if (!data || data.prices.length === 0) return null
  return (
    <PriceMapPanel
      label={t(hasProduct ? 'Sites by price' : 'Sites by price of diesel')}
      rows={data.prices}
      chosen={chosen}
      onChoose={onChoose}
      ends={ends}
    />
  )
}
