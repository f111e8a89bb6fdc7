import type { UnitRow } from '@portal/contract/units/units.ts'
import { serviceStateWords } from '@portal/contract/units/units-words.data.ts'
import { serviceKindName } from '@portal/contract/units/upkeep.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { leftText } from './upkeep-words.ts'

export function NextDue({ next, unit }: { next: UnitRow['next_service']; unit: UnitRow['odometer_unit'] }) {
  const { t, language } = useTranslation()
  if (!next) return nothing
  const isPressing = next.state === 'due' || next.state === 'overdue'
  const left = leftText(t, language, { ...next, odometer_unit: unit ?? 'km' })
  return (
    <>
      {t(serviceKindName(next.kind))} {isPressing ? <StatusBadge word={serviceStateWords[next.state]} /> : null}
      <span className="unit-note">{left || t(serviceStateWords[next.state])}</span>
    </>
  )
}
