import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A filter in the address that this list cannot apply, by name, with a way to be rid of it (LIST-14). */
export function UnknownFilters({ filters, onRemove }: { filters: readonly string[]; onRemove: () => void }) {
  const { t } = useTranslation()
  if (filters.length === 0) return null
  return (
    <div className="unknown-filters" role="status">
      <span>
        {t('The list does not know this filter and does not apply it: {filters}', { filters: filters.map((one) => `“${one}”`).join(', ') })}
      </span>
      <Button size="compact-sm" variant="subtle" onClick={onRemove}>
        {t('Remove from the address')}
      </Button>
    </div>
  )
}
