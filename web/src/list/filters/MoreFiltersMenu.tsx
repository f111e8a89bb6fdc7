import { Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MenuButton } from '../../ui/LazyMenu.tsx'
import { type FilterFields, LabelledFilters } from './LabelledFilters.tsx'

/** Over the rows, which stay where they are. */
export function MoreFiltersMenu({ button, fields }: { button: MenuButton; fields: FilterFields }) {
  const { t } = useTranslation()
  return (
    <Popover defaultOpened position="bottom-start" withinPortal trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={t('More filters')} className="more-filters">
        <LabelledFilters fields={fields} />
      </Popover.Dropdown>
    </Popover>
  )
}
