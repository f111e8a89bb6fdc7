import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useTranslation } from '../../ui/words/translation.ts'
import { CellContent } from '../columns/CellContent.tsx'
import type { AnyColumn, AnyRow } from '../list-types.ts'
import { RowActions } from './RowActions.tsx'
import { detailsId, type TableProps, widthOf } from './table-props.ts'

/** Text that its column may cut off. Custom cells handle their own. */
function longText({ key, cell }: AnyColumn, row: AnyRow): string | undefined {
  const value = row[key]
  return !cell && typeof value === 'string' && value.length > 24 ? value : undefined
}

type RowProps = TableProps & { row: AnyRow; hasActions: boolean; isOpen: boolean; onToggle: () => void }

export function ListRow({ row, columns, lead, links, selection, expand, hasActions, isOpen, onToggle }: RowProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const record = links.nameOf(row)
  const address = `${links.path}/${links.keyOf(row)}/view`
  const open = expand ? onToggle : links.view ? () => navigate({ to: address }) : undefined
  return (
    // Enter on the row does the same as a click: see use-row-keys.ts.
    <tr
      data-row
      tabIndex={-1}
      data-selected={selection?.has(row.id) || undefined}
      data-opens={open ? true : undefined}
      onClick={(event) => open && isPlainClick(event) && open()}
    >
      {expand ? (
        <td>
          <ActionIcon
            variant="subtle"
            color="plain"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId(row) : undefined}
            aria-label={t('Details of {record}', { record })}
            data-view={links.view ? undefined : true}
            onClick={onToggle}
          >
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          </ActionIcon>
        </td>
      ) : null}
      {selection ? (
        <td className="tick">
          <Checkbox
            size="xs"
            aria-label={t('Select {record}', { record })}
            data-select
            checked={selection.has(row.id)}
            onChange={(event) => selection.toggle([row.id], event.currentTarget.checked)}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.key} data-align={column.align} title={longText(column, row)} {...widthOf(column)}>
          {column.key === lead && links.view ? (
            <Link className="row-link" to={address}>
              <CellContent column={column} row={row} />
            </Link>
          ) : (
            <CellContent column={column} row={row} />
          )}
          {column.key === lead && links.mark ? <> {links.mark(row)}</> : null}
        </td>
      ))}
      {hasActions ? (
        <td className="pinned">
          <RowActions row={row} links={links} />
        </td>
      ) : null}
    </tr>
  )
}

/** Not on a control, not beside one, and not while text is being selected (UX-8). */
function isPlainClick({ target, ctrlKey, metaKey, shiftKey, altKey, currentTarget }: MouseEvent): boolean {
  if (ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return false
  // A dialog opened from the row is drawn elsewhere, but its clicks also arrive here.
  if (!currentTarget.contains(target)) return false
  const isControl = target.closest('a, button, input, select, label, [role="button"], .tick, .pinned') !== null
  return !isControl && (document.getSelection()?.isCollapsed ?? true)
}
