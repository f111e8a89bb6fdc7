import './ifta.css'
import '../margins/margins.css'
import '../ui/trouble/panel.css'
import { Skeleton } from '@mantine/core'
import { ifta } from '@portal/contract/ifta/ifta.ts'
import { IconArrowLeft, IconTruck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useIsStaff } from '../api/session.ts'
import { reportingPath } from '../app/sections.paths.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { refusalOf } from '../ui/trouble/refusal.ts'
import { dayHere } from '../ui/words/day.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { IftaBar } from './IftaBar.tsx'
import { IftaDownloads } from './IftaDownloads.tsx'
import { IftaFiles } from './IftaFiles.tsx'
import { IftaFindings } from './IftaFindings.tsx'
import { IftaSheet } from './IftaSheet.tsx'
import { IftaVolumes } from './IftaVolumes.tsx'
import { type IftaView, readIftaView } from './ifta-address.ts'

/** The IFTA worksheet of a quarter: what is missing first, then files and figures (REPT-5). The view is in the address. */
export function IftaPage() {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const today = dayHere(new Date())
  const view = readIftaView(useSearch({ strict: false }), today)
  const { quarter, company_id, base } = view
  const navigate = useNavigate()
  const change = (patch: Partial<IftaView>) =>
    navigate({ to: '.', search: { ...view, ...patch } as never, replace: true, resetScroll: false })
  const isChosen = !isStaff || company_id !== null
  const isAsked = isChosen && quarter !== null
  const query = {
    quarter: quarter ?? '',
    ...(isStaff && company_id ? { company_id } : {}),
    ...(base ? { base } : {}),
  }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(ifta.worksheet, query),
    queryFn: ({ signal }) => call(ifta.worksheet, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
  const refusal = refusalOf(error)
  const sheet = isAsked && !refusal ? data : undefined
  return (
    <>
      <div className="page-head">
        <Heading>{t('IFTA worksheet')}</Heading>
        <div className="page-actions">
          <LinkButton to={reportingPath} icon={IconArrowLeft} label="Reporting" />
          {sheet && sheet.fuels.length > 0 ? <IftaDownloads sheet={sheet} /> : null}
        </div>
      </div>
      <IftaBar view={view} sheet={sheet} refusal={refusal} today={today} change={change} />
      {error && !refusal ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {isAsked && !data && !error ? <Skeleton height={320} /> : null}
      {sheet ? <IftaFindings sheet={sheet} /> : null}
      {quarter === null || refusal ? null : <IftaFiles quarter={quarter} sheet={sheet} />}
      {isChosen ? null : <Nothing title={t('Choose a customer to see its worksheet.')} />}
      {sheet?.fuels.map((fuel) => (
        <IftaSheet key={fuel.fuel_type} sheet={sheet} fuel={fuel} />
      ))}
      {sheet && sheet.fuels.length === 0 ? (
        <Nothing title={t('No distance and no fuel of IFTA units in this quarter.')} />
      ) : null}
      {sheet && sheet.volumes.length > 0 ? <IftaVolumes sheet={sheet} /> : null}
    </>
  )
}

const Nothing = ({ title }: { title: string }) => (
  <div className="panel">
    <MessagePanel icon={IconTruck} title={title} />
  </div>
)
