import type { UnitRow } from '@portal/contract/units/units.ts'
import { serviceKindName } from '@portal/contract/units/upkeep.ts'
import { dateText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

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
