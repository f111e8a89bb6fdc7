import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { defaultRadiusKm, maxMissedDays } from '@portal/contract/smart-buy/smart-buy.data.ts'
import type { Change } from '../list/list-types.ts'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { DistanceSelect } from './DistanceSelect.tsx'
import { SmartBar } from './SmartBar.tsx'

/** The other end of the period follows, so that any month is one choice away. */
const nearest = (day: string, first: string, last: string): string => (day < first ? first : day > last ? last : day)

type Props = { query: ListQuery; change: Change; reply: { from: string; to: string } | undefined }

/** Whose purchases, of which days, and how far around. */
export function MissedBar({ query, change, reply }: Props) {
  const { t } = useTranslation()
  const from = query.from ?? reply?.from
  const to = query.to ?? reply?.to
  const longest = maxMissedDays - 1
  return (
    <SmartBar
      company={query.company_id ? Number(query.company_id) : null}
      onCompany={(id) => change({ company_id: id === undefined ? undefined : String(id) })}
    >
      <LazyDateBox
        label={t('From date')}
        clearable={false}
        value={from ?? null}
        onChange={(day) => day && change({ from: day, to: nearest(to ?? day, day, addDays(day, longest)) })}
      />
      <LazyDateBox
        label={t('To date')}
        clearable={false}
        value={to ?? null}
        onChange={(day) => day && change({ from: nearest(from ?? day, addDays(day, -longest), day), to: day })}
      />
      <DistanceSelect
        label={t('Within')}
        value={Number(query.radius_km ?? defaultRadiusKm)}
        onChange={(km) => change({ radius_km: String(km) })}
      />
    </SmartBar>
  )
}
