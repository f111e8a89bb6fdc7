import { ActionIcon, Button } from '@mantine/core'
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../ui/words/translation.ts'
import type { AnyRow, RowAction, RowLinks } from '../list-types.ts'
import { MoreMenu } from './MoreMenu.tsx'

/**
 * Eye, pencil and bin, each labelled with its record for screen readers. They follow only the permissions (LIT-4). The
 * page's own actions follow.
 */
export function RowActions({ row, links }: { row: AnyRow; links: RowLinks }) {
  const { t } = useTranslation()
  const { path, view, edit, remove } = links
  const record = links.nameOf(row)
  const editLock = links.editLockOf(row)
  const binLock = links.binLockOf(row)
  return (
    <div className="row-actions">
      {view ? (
        <ActionIcon
          component={Link}
          to={`${path}/${links.keyOf(row)}/view`}
          variant="subtle"
          color="plain"
          data-view
          aria-label={t('View {record}', { record })}
          title={t('View')}
        >
          <IconEye size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      ) : null}
      {edit ? (
        <ActionIcon
          component={Link}
          to={`${path}/${links.editKeyOf(row)}/edit`}
          {...(links.keepsSearch ? { search: true as never } : {})}
          variant="subtle"
          color="plain"
          data-edit
          data-locked={editLock ? true : undefined}
          aria-label={t('Edit {record}', { record })}
          title={editLock ?? t('Edit')}
        >
          <IconPencil size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      ) : null}
      {remove ? (
        <ActionIcon
          variant="subtle"
          color="plain"
          className="danger-icon"
          disabled={binLock !== undefined}
          onClick={() => remove(row)}
          aria-label={t('Delete {record}', { record })}
          title={binLock ?? t('Delete')}
        >
          <IconTrash size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      ) : null}
      {links.buttons?.(row)}
      {links.actions ? <OwnActions record={record} actions={links.actions(row)} context={links.context} /> : null}
    </div>
  )
}

type OwnProps = { record: string; actions: readonly RowAction[]; context: string }
function OwnActions({ record, actions, context }: OwnProps) {
  const inMenu = actions.filter(({ look }) => look === 'menu')
  const inRow = actions.filter(({ look }) => look !== 'menu' && look !== 'phone')
  return (
    <>
      {inRow.map((action) => (
        <OwnAction key={action.label} record={record} action={action} context={context} />
      ))}
      <MoreMenu record={record} entries={inMenu} />
    </>
  )
}

function OwnAction({ record, action, context }: { record: string; action: RowAction; context: string }) {
  const { t } = useTranslation()
  const { label, name = label, icon: Icon, look = 'icon', className, isDisabled = false, onSelect } = action
  const shared = { 'aria-label': t(name, { record }), disabled: isDisabled, onClick: onSelect }
  const words = t(label, { context })
  return look === 'icon' ? (
    <ActionIcon {...shared} variant="subtle" color="plain" className={className} title={words}>
      <Icon size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  ) : (
    <Button {...shared} size="compact-xs" variant={look === 'filled' ? look : 'default'} className="row-button">
      {words}
    </Button>
  )
}
