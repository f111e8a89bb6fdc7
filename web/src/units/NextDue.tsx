import type { UnitRow } from '@portal/contract/units/units.ts'
import { serviceStateWords } from '@portal/contract/units/units-words.data.ts'
import { serviceKindName } from '@portal/contract/units/upkeep.ts'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { nothing } from '../ui/words/texts.ts'
import { leftText } from './upkeep-words.ts'

export function NextDue({ next, unit }: { next: UnitRow['next_service']; unit: UnitRow['odometer_unit'] }) {
  const { t, i18n } = useTranslation()
  if (!next) return nothing
  const isPressing = next.state === 'due' || next.state === 'overdue'
  const left = leftText(t, i18n.language, { ...next, odometer_unit: unit ?? 'km' })
  return (
    <>
      {t(serviceKindName(next.kind))} {isPressing ? <StatusBadge word={serviceStateWords[next.state]} /> : null}
      <span className="unit-note">{left || t(serviceStateWords[next.state])}</span>
    </>
  )
}
