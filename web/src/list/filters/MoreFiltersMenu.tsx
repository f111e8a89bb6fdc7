import { Popover } from '@mantine/core'
import type { MenuButton } from '../../ui/LazyMenu.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
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
