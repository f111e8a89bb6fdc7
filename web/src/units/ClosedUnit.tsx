import { useTranslation } from 'react-i18next'

/** All cards of the unit are closed. */
export function ClosedUnit() {
  const { t } = useTranslation()
  return <span className="unit-note">{t('All cards closed')}</span>
}
