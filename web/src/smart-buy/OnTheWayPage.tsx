import './smart-buy.css'
import '../ui/trouble/panel.css'
import { Skeleton } from '@mantine/core'
import { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { IconArrowLeft, IconRoute } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useIsStaff } from '../api/session.ts'
import { smartbuyPath } from '../app/sections.paths.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { refusalOf } from '../ui/trouble/refusal.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { PriceMapPanel } from './PriceMapPanel.tsx'
import { RouteBar } from './RouteBar.tsx'
import { type RouteView, readRouteView } from './route-address.ts'
import { StopsTable } from './StopsTable.tsx'
import { kmText } from './smart-buy-texts.ts'

/** The sites between two towns, in order, with the cheapest marked (SMART-2). The view lives in the address. */
export function OnTheWayPage() {
  const { t, language } = useTranslation()
  const view = readRouteView(useSearch({ strict: false }))
  const isStaff = useIsStaff()
  const navigate = useNavigate()
  const [chosen, onChoose] = useState<number | null>(null)
  const change = (patch: Partial<RouteView>) =>
    navigate({ to: '.', search: { ...view, ...patch } as never, replace: true, resetScroll: false })
  const { from, to } = view
  const isAsked = from !== undefined && to !== undefined
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(smartBuy.route, view),
    queryFn: ({ signal }) => call(smartBuy.route, { query: { ...view, from: from ?? '', to: to ?? '' } }, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const ends = useMemo(() => (data ? [data.from, data.to] : []), [data])
  const refusal = refusalOf(error)
  const isWaiting = isStaff && view.company_id === undefined
  return (
    <>
      <div className="page-head">
        <Heading>{t('On the way')}</Heading>
        <div className="page-actions">
          <LinkButton
            to={smartbuyPath}
            search={view.company_id ? { company_id: view.company_id } : {}}
            icon={IconArrowLeft}
            label="Smart Buy"
          />
        </div>
      </div>
      <RouteBar view={view} change={change} />
      <p className="smart-note">
        {isAsked && data
          ? t('{distance} in a straight line; roads are longer. Sites without a position are left out.', {
              distance: kmText(data.distance_km, language),
            })
          : t('Choose two towns. Distances are in a straight line, not by road.')}
      </p>
      {refusal ? (
        <div className="panel" role="alert">
          <MessagePanel icon={IconRoute} title={sentence(t, refusal)} />
        </div>
      ) : null}
      {error && !refusal ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {isAsked && !data && !error ? <Skeleton height={240} /> : null}
      {isWaiting ? (
        <div className="panel">
          <MessagePanel icon={IconRoute} title={t('Choose a customer to see its prices.')} />
        </div>
      ) : null}
      {isAsked && data && !isWaiting ? (
        <div className="smart-layout">
          <StopsTable route={data} chosen={chosen} onChoose={onChoose} />
          <PriceMapPanel
            label={t('The way and its sites')}
            rows={data.stops}
            chosen={chosen}
            onChoose={onChoose}
            ends={ends}
          />
        </div>
      ) : null}
    </>
  )
}
