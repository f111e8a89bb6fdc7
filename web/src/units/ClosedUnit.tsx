import { useTranslation } from '../ui/words/translation.ts'

/** All cards of the unit are closed. */
export function ClosedUnit() {
  const { t } = useTranslation()
  return <span className="unit-note">{t('All cards closed')}</span>
}
