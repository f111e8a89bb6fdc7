import type { ListQuery } from '@portal/contract/list.ts'
import type { Change } from '../list/list-types.ts'
import { TownSelect } from '../pickers/TownSelect.tsx'
import { PlaceCredit } from '../ui/credit/PlaceCredit.tsx'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { dayHere } from '../ui/words/day.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { PriceMail } from './PriceMail.tsx'
import { SmartBar } from './SmartBar.tsx'

type Props = { query: ListQuery; change: Change }

/** Whose prices, of which day, and near which town. */
export function PricesBar({ query, change }: Props) {
  const { t } = useTranslation()
  return (
    <SmartBar
      company={query.company_id ? Number(query.company_id) : null}
      onCompany={(id) => change({ company_id: id === undefined ? undefined : String(id) })}
    >
      <LazyDateBox
        label={t('Day')}
        value={query.day ?? null}
        placeholder={t('Today')}
        maxDate={dayHere(new Date())}
        onChange={(day) => change({ day: day ?? undefined })}
      />
      <TownSelect
        className="town-select"
        label={t('Near')}
        value={query.near ?? null}
        onChange={(near) =>
          change({ near: near ?? undefined, sort: near ? 'distance_km,asc' : 'price_before_sales_tax,asc' })
        }
      />
      <PriceMail />
      <PlaceCredit />
    </SmartBar>
  )
}
