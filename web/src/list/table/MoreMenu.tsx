import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { MenuAction } from '../../ui/ActionMenu.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useTranslation } from '../../ui/words/translation.ts'

const ActionMenu = lazily(() => import('../../ui/ActionMenu.tsx'), 'ActionMenu')

/** More actions on a record, behind one button. */
export function MoreMenu({ record, entries }: { record: string; entries: readonly MenuAction[] }) {
  const { t } = useTranslation()
  if (entries.length === 0) return null
  const button = (
    <ActionIcon
      aria-haspopup="menu"
      variant="subtle"
      color="plain"
      aria-label={t('More actions for {record}', { record })}
      title={t('More actions')}
    >
      <IconDotsVertical size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
  return <LazyMenu menu={ActionMenu} button={button} entries={entries} />
}
