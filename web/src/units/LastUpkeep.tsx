import type { UnitRow } from '@portal/contract/units/units.ts'
import { serviceKindName } from '@portal/contract/units/upkeep.ts'
import { useTranslation } from 'react-i18next'
import { dateText, nothing } from '../ui/words/texts.ts'

export function LastUpkeep({ last }: { last: UnitRow['last_service'] }) {
  const { t } = useTranslation()
  if (!last) return nothing
  return (
    <>
      {t(serviceKindName(last.kind))}
      <span className="unit-note">{dateText(last.day)}</span>
    </>
  )
}
