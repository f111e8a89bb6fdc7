import { Button, Drawer } from '@mantine/core'
import { useOpening } from '../../ui/use-opening.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { type FilterFields, LabelledFilters } from './LabelledFilters.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  onClear: () => void
  fields: FilterFields
}

/** Advanced Filter on a phone. */
export function FilterSheet({ opened, onClose, onClear, fields }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={useOpening(opened)}
      onClose={onClose}
      position="bottom"
      size="min(620px, 88dvh)"
      title={t('Advanced Filter')}
    >
      <div className="filter-sheet">
        <LabelledFilters fields={fields} />
        <div className="filter-sheet-bar">
          <Button variant="default" onClick={onClear}>
            {t('Clear filters')}
          </Button>
          <Button onClick={onClose}>{t('Show records')}</Button>
        </div>
      </div>
    </Drawer>
  )
}
