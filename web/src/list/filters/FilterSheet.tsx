import { Button, Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpening } from '../../ui/use-opening.ts'

type Props = {
  opened: boolean
  onClose: () => void
  onClear: () => void
  fields: readonly { key: string; label: string; field: ReactNode }[]
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
        {fields.map(({ key, label, field }) => (
          <div key={key}>
            <span aria-hidden className="filter-label">
              {label}
            </span>
            {field}
          </div>
        ))}
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
