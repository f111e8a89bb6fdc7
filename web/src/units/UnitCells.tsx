import { serviceKindName } from '@portal/contract/units/services.ts'
import type { UnitRow } from '@portal/contract/units/units.ts'
import { serviceStateWords } from '@portal/contract/units/units-words.data.ts'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dateText, nothing } from '../ui/words/texts.ts'
import { leftText } from './service-words.ts'

/** All cards of the unit are closed. */
export function ClosedUnit() {
  const { t } = useTranslation()
  return <span className="unit-note">{t('All cards closed')}</span>
}

export function LastService({ last }: { last: UnitRow['last_service'] }) {
  const { t } = useTranslation()
  if (!last) return nothing
  return (
    <>
      {t(serviceKindName(last.kind))}
      <span className="unit-note">{dateText(last.day)}</span>
    </>
  )
}

export function NextDue({ next, unit }: { next: UnitRow['next_service']; unit: UnitRow['odometer_unit'] }) {
  const { t, i18n } = useTranslation()
  if (!next) return nothing
  const isPressing = next.state === 'due' || next.state === 'overdue'
  return (
    <>
      {t(serviceKindName(next.kind))} {isPressing ? <StatusBadge word={serviceStateWords[next.state]} /> : null}
      <span className="unit-note">{leftText(t, i18n.language, { ...next, odometer_unit: unit ?? 'km' })}</span>
    </>
  )
}
