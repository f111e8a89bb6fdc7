import type { UnitPurchases, UnitRecord } from '@portal/contract/units/units.ts'
import { RecentPurchases } from '../links/RecentPurchases.tsx'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type RecentProps = { unit: UnitRecord; purchases: UnitPurchases }
export function UnitRecent({ unit, purchases: { last, count, since } }: RecentProps) {
  const { t } = useTranslation()
  const filter = [`company_name:${unit.company_name}`, `vehicle:${unit.unit_number}`]
  return (
    <RecentPurchases
      rows={last}
      none={t('No transactions since {date}.', { date: dateText(since) })}
      all={count > last.length ? { label: 'All transactions of this unit', filter } : null}
    />
  )
}
