import { ActionIcon } from '@mantine/core'
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AnyRow, RowLinks } from './list-types.ts'

/**
 * Eye, pencil and trash, each named with its record, so that a list of buttons read aloud makes sense. They follow the
 * permissions alone (LIT-4).
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
      {links.more?.(row)}
    </div>
  )
}
