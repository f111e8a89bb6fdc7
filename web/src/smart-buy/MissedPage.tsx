import './smart-buy.css'
import { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { IconArrowLeft, IconReportMoney } from '@tabler/icons-react'
import { useIsStaff } from '../api/session.ts'
import { smartbuyPath } from '../app/sections.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import { useListState } from '../list/use-list.ts'
import { reportPath } from '../reports/reports.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { MissedBar } from './MissedBar.tsx'
import { MissedSums } from './MissedSums.tsx'
import { missedColumns } from './missed-columns.tsx'
import { missedPath } from './smart-buy.paths.ts'

/** What purchases cost above the cheapest own price nearby (SMART-3). */
export function MissedPage() {
  const { query: asked } = useListState(smartBuy.missed.list)
  const company = asked.company_id ? { company_id: asked.company_id } : {}
  const isWaiting = useIsStaff() && asked.company_id === undefined
  return (
    <ListPage
      title="Missed savings"
      path={missedPath}
      endpoint={smartBuy.missed}
      columns={missedColumns}
      nameOf={(row) => `${row.day} ${row.site_name ?? ''}`}
      empty={{
        none: isWaiting ? 'Choose a customer to see its purchases.' : 'No fuel purchases with a price to compare',
        filtered: 'No Record found',
      }}
      headActions={
        <>
          <LinkButton to={smartbuyPath} search={company} icon={IconArrowLeft} label="Smart Buy" />
          <LinkButton
            to={reportPath('missed-savings')}
            search={{ ...company, ...(asked.radius_km ? { radius_km: asked.radius_km } : {}) }}
            icon={IconReportMoney}
            label="Longer periods"
          />
        </>
      }
      intro={({ query, change, reply }) => (
        <>
          <MissedBar query={query} change={change} reply={reply} />
          <MissedSums reply={reply} />
        </>
      )}
    />
  )
}
