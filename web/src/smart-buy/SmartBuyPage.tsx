import './smart-buy.css'
import { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { IconCoins, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { smartbuyPath } from '../app/sections.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import { useListState } from '../list/use-list.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { DayPrices } from './DayPrices.tsx'
import { PricesBar } from './PricesBar.tsx'
import { priceColumns } from './price-columns.tsx'
import { missedPath, onTheWayPath } from './smart-buy.paths.ts'

/** A company's own prices of a day, in a list and on a map (SMART-1). */
export function SmartBuyPage() {
  const [chosen, onChoose] = useState<number | null>(null)
  const { query, change } = useListState(smartBuy.prices.list)
  const company = query.company_id ? { company_id: query.company_id } : {}
  return (
    <div className="smart-layout">
      <div>
        <ListPage
          title="Smart Buy"
          path={smartbuyPath}
          endpoint={smartBuy.prices}
          columns={priceColumns({ chosen, onChoose, hasNear: query.near !== undefined })}
          nameOf={(row) => row.site_name ?? row.site_number}
          empty={{ none: 'No Smart Buy records to show', filtered: 'No Record found' }}
          intro={<PricesBar query={query} change={change} />}
          headActions={
            <>
              <LinkButton to={onTheWayPath} search={company} icon={IconRoute} label="On the way" />
              <LinkButton to={missedPath} search={company} icon={IconCoins} label="Missed savings" />
            </>
          }
        />
      </div>
      <DayPrices query={query} chosen={chosen} onChoose={onChoose} />
    </div>
  )
}
