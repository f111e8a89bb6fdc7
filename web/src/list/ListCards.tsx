import { ActionIcon, Menu, Skeleton } from '@mantine/core'
import { IconDotsVertical, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CellContent } from './CellContent.tsx'
import type { AnyColumn, AnyRow, RowLinks } from './list-types.ts'

type Props = { label: string; columns: readonly AnyColumn[]; rows: readonly AnyRow[]; links: RowLinks; skeletonRows: number; stale: boolean }

/** The list on a phone: one card a record, since a table pushed sideways is no table. */
export function ListCards({ label, columns, rows, links, skeletonRows, stale }: Props) {
  return (
    <ul className="list-cards" aria-label={label} data-stale={stale} aria-busy={skeletonRows > 0 || stale}>
      {Array.from({ length: skeletonRows }, (_, index) => index).map((index) => (
        <li key={index} className="list-card">
          <Skeleton height={14} width="60%" />
          <Skeleton height={12} mt={12} width="80%" />
        </li>
      ))}
      {rows.map((row) => (
        <RecordCard key={row.id} row={row} columns={columns} links={links} />
      ))}
    </ul>
  )
}

function RecordCard({ row, columns, links }: { row: AnyRow; columns: readonly AnyColumn[]; links: RowLinks }) {
  const { t } = useTranslation()
  const title = columns.find(({ phone }) => phone === 'title') ?? columns[0]
  const badge = columns.find(({ phone }) => phone === 'badge')
  const lines = columns.filter(({ phone }) => phone === 'line')
  const heading = title ? <CellContent column={title} row={row} /> : null
  return (
    <li className="list-card" data-row>
      <div className="list-card-head">
        {links.view ? (
          <Link className="list-card-link" to={`${links.path}/${row.id}/view`} data-view>
            {heading}
          </Link>
        ) : (
          <span className="list-card-link">{heading}</span>
        )}
        {badge ? <CellContent column={badge} row={row} /> : null}
        <CardMenu row={row} links={links} />
      </div>
      <dl>
        {lines.map((column) => (
          <div key={column.key}>
            <dt>{t(column.header)}</dt>
            <dd>
              <CellContent column={column} row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function CardMenu({ row, links }: { row: AnyRow; links: RowLinks }) {
  const { t } = useTranslation()
  const record = links.nameOf(row)
  if (!links.view && !links.edit && !links.remove) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="plain" size={36} aria-label={t('Actions for {record}', { record })} className="list-card-menu">
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {links.view ? (
          <Menu.Item component={Link} to={`${links.path}/${row.id}/view`} leftSection={<IconEye size={16} aria-hidden />}>
            {t('View')}
          </Menu.Item>
        ) : null}
        {links.edit ? (
          <Menu.Item component={Link} to={`${links.path}/${row.id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
            {t('Edit')}
          </Menu.Item>
        ) : null}
        {links.remove ? (
          <Menu.Item className="danger-icon" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => links.remove?.(row)}>
            {t('Delete')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
