import './list-cards.css'
import { ActionIcon, Checkbox, Skeleton } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronRight,
  IconDotsVertical,
  IconEye,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { MenuAction } from '../ui/ActionMenu.tsx'
import { LazyMenu } from '../ui/LazyMenu.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { CellContent } from './columns/CellContent.tsx'
import type { AnyColumn, AnyRow, RowLinks } from './list-types.ts'
import type { Selection } from './use-selection.ts'

type Expand = ((row: AnyRow) => ReactNode) | undefined
type Props = {
  label: string
  columns: readonly AnyColumn[]
  rows: readonly AnyRow[]
  links: RowLinks
  selection: Selection | undefined
  expand: Expand
  skeletonRows: number
  stale: boolean
}

/** The list on a phone: one card per record instead of a table that scrolls sideways. */
export function ListCards({ label, columns, rows, links, selection, expand, skeletonRows, stale }: Props) {
  return (
    <ul className="list-cards" aria-label={label} data-stale={stale} aria-busy={skeletonRows > 0 || stale}>
      {Array.from({ length: skeletonRows }, (_, index) => index).map((index) => (
        <li key={index} className="list-card">
          <Skeleton height={14} width="60%" />
          <Skeleton height={12} mt={12} width="80%" />
        </li>
      ))}
      {rows.map((row) => (
        <RecordCard key={row.id} row={row} columns={columns} links={links} selection={selection} expand={expand} />
      ))}
    </ul>
  )
}

type CardProps = Pick<Props, 'columns' | 'links' | 'selection' | 'expand'> & { row: AnyRow }
function RecordCard({ row, columns, links, selection, expand }: CardProps) {
  const { t } = useTranslation()
  const title = columns.find(({ phone }) => phone === 'title') ?? columns[0]
  const badge = columns.find(({ phone }) => phone === 'badge')
  const lines = columns.filter(({ phone }) => phone === 'line')
  const heading = title ? <CellContent column={title} row={row} /> : null
  return (
    <li className="list-card" data-row data-selected={selection?.has(row.id) || undefined}>
      <div className="list-card-head">
        {selection ? (
          <Checkbox
            className="list-card-tick"
            aria-label={t('Select {record}', { record: links.nameOf(row) })}
            label={heading}
            data-select
            checked={selection.has(row.id)}
            onChange={(event) => selection.toggle([row.id], event.currentTarget.checked)}
          />
        ) : links.view ? (
          <Link className="list-card-link" to={`${links.path}/${links.keyOf(row)}/view`} data-view>
            {heading}
          </Link>
        ) : (
          <span className="list-card-link">{heading}</span>
        )}
        {badge ? <CellContent column={badge} row={row} /> : null}
        {selection ? null : <CardActions row={row} links={links} />}
      </div>
      <dl>
        {lines.map((column) => (
          <div key={column.key}>
            <dt>{t(column.header, { context: links.context })}</dt>
            <dd>
              <CellContent column={column} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {expand ? <CardDetails row={row} links={links} expand={expand} /> : null}
    </li>
  )
}

function CardDetails({ row, links, expand }: { row: AnyRow; links: RowLinks; expand: NonNullable<Expand> }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <button
        type="button"
        className="list-card-details"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t('Details of {record}', { record: links.nameOf(row) })}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={16} aria-hidden /> {t('Details')}
      </button>
      {isOpen ? <div id={id}>{expand(row)}</div> : null}
    </>
  )
}

const ActionMenu = lazily(() => import('../ui/ActionMenu.tsx'), 'ActionMenu')

function CardActions({ row, links }: { row: AnyRow; links: RowLinks }) {
  const { t } = useTranslation()
  const entries = entriesOf(row, links)
  if (entries.length === 0) return null
  const button = (
    <ActionIcon
      aria-haspopup="menu"
      variant="subtle"
      color="plain"
      size={36}
      aria-label={t('Actions for {record}', { record: links.nameOf(row) })}
      className="list-card-menu"
    >
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  )
  return <LazyMenu menu={ActionMenu} button={button} entries={entries} context={links.context} />
}

function entriesOf(row: AnyRow, links: RowLinks): MenuAction[] {
  const { path, keepsSearch, remove } = links
  const editLock = links.editLockOf(row)
  const binLock = links.binLockOf(row)
  return [
    ...(links.view ? [{ label: 'View', icon: IconEye, to: `${path}/${links.keyOf(row)}/view` }] : []),
    ...(links.edit
      ? [
          {
            label: 'Edit',
            icon: IconPencil,
            to: `${path}/${links.editKeyOf(row)}/edit`,
            keepsSearch,
            reason: editLock,
          },
        ]
      : []),
    ...(links.actions?.(row) ?? []),
    ...(remove
      ? [
          {
            label: 'Delete',
            icon: IconTrash,
            onSelect: () => remove(row),
            isDanger: true,
            isDisabled: binLock !== undefined,
            reason: binLock,
          },
        ]
      : []),
  ]
}
