import { sentence } from '../ui/words/sentence.ts'
import './list.css'
import '../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ListQuery } from '@portal/contract/list.ts'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { Heading } from '../ui/Heading.tsx'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { instantText, withDays } from '../ui/words/texts.ts'
import { useColumns } from './columns/use-columns.ts'
import { useFilters } from './filters/use-filters.tsx'
import { ListBody } from './ListBody.tsx'
import { ListFooter } from './ListFooter.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import type { AnyColumn, AnyRow, ListEndpoint, ListPageProps, RowLinks, RowOf } from './list-types.ts'
import { SelectAllStrip } from './SelectAllStrip.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useLate } from './use-late.ts'
import { type Change, useListPage, useListState, useTidyAddress } from './use-list.ts'
import { focusRow, useRowKeys } from './use-row-keys.ts'
import { useTicking } from './use-selection.ts'

const UnknownFilters = lazy(() =>
  import('./filters/UnknownFilters.tsx').then((module) => ({ default: module.UnknownFilters })),
)
const DeleteDialog = lazy(() => import('./DeleteDialog.tsx').then((module) => ({ default: module.DeleteDialog })))

/**
 * Every list of the portal: sorting, filters, paging, row actions, deleting, and what is shown when there is nothing to
 * show.
 */
export function ListPage<E extends ListEndpoint>(props: ListPageProps<E>) {
  const { endpoint, path, selection } = props
  const { t } = useTranslation()
  const state = useListState(endpoint.list)
  const { query, unknown, change } = state
  const result = useListPage(endpoint, query)
  useTidyAddress(path, endpoint.list, state, result.data, result.isPlaceholderData)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const columns = useColumns(endpoint.list.rows, props.columns as unknown as AnyColumn[])
  const filters = useFilters(endpoint.list, columns.offered, query, change, selection, isPhone)
  const rows = result.data?.rows ?? []
  const { toDelete, setToDelete, answers } = useDeleting(rows, query, change)
  const links = useRowLinks(props, setToDelete)
  const isSlow = useLate(result.isFetching)
  useRowKeys(filters.openAndFocus)
  const { isSelecting, switchSelecting, ticking } = useTicking(selection, query.filter, isPhone)
  return (
    <>
      <div className="page-head">
        <Heading>{t(props.title, { context: 'list' })}</Heading>
        <HeadActions add={props.add} path={path} keepsSearch={links.keepsSearch}>
          {props.headActions}
        </HeadActions>
      </div>
      <p className="print-only">{[instantText(new Date()), ...query.filter.map(withDays)].join(' · ')}</p>
      {props.intro}
      <div className="panel list-panel">
        <div className="list-bar" data-active={isSlow && !result.isPending} aria-hidden />
        <ListToolbar
          endpoint={endpoint}
          query={query}
          filters={filters}
          columns={columns}
          selection={selection}
          isPhone={isPhone}
          isSelecting={isSelecting}
          onSelecting={switchSelecting}
        >
          {props.toolbar}
        </ListToolbar>
        <WhenFirst asked={unknown.length > 0}>
          <UnknownFilters
            list={endpoint.list}
            filters={unknown}
            onRemove={() => change(({ page }) => ({ page }), { replace: true })}
          />
        </WhenFirst>
        <SelectAllStrip selection={selection} page={result.data} filter={query.filter} />
        <ListBody
          title={t(props.title, { context: 'list' })}
          empty={props.empty}
          list={endpoint.list}
          query={query}
          change={change}
          result={result}
          isSlow={isSlow}
          isPhone={isPhone}
          columns={isPhone ? columns.offered : columns.shown}
          lead={columns.lead}
          links={links}
          filters={filters}
          selection={ticking}
          expand={props.expand as ((row: AnyRow) => ReactNode) | undefined}
          add={props.add ? <HeadActions add={props.add} path={path} keepsSearch={links.keepsSearch} /> : null}
        />
        {result.data && !result.isError ? (
          <ListFooter
            page={result.data}
            isPhone={isPhone}
            onPage={(page) => change({ page })}
            onSize={(size) => change({ size })}
          />
        ) : null}
        {ticking && isPhone ? (
          <SelectionBar selection={ticking} rows={rows} onDone={switchSelecting}>
            {props.toolbar}
          </SelectionBar>
        ) : null}
      </div>
      <WhenFirst asked={toDelete !== null}>
        <DeleteDialog
          endpoint={props.remove as NonNullable<typeof props.remove>}
          row={toDelete}
          nameOf={links.nameOf}
          {...answers}
        />
      </WhenFirst>
      {filters.question}
    </>
  )
}

function useDeleting(rows: readonly AnyRow[], query: ListQuery, change: Change) {
  const [toDelete, setToDelete] = useState<AnyRow | null>(null)
  const deletedAt = useRef<number | null>(null)
  const answers = {
    onClose: () => setToDelete(null),
    onDeleted: () => {
      deletedAt.current = rows.findIndex(({ id }) => id === toDelete?.id)
      if (rows.length === 1 && query.page > 1) change({ page: query.page - 1 }, { replace: true })
    },
    onGone: () => {
      if (deletedAt.current !== null) focusRow(deletedAt.current)
      deletedAt.current = null
    },
  }
  return { toDelete, setToDelete, answers }
}

function useRowLinks<E extends ListEndpoint>(props: ListPageProps<E>, askToDelete: (row: AnyRow) => void): RowLinks {
  const can = useCan()
  const { t } = useTranslation()
  const reasoned = (lockOf: ListPageProps<E>['lockOf']) => (row: AnyRow) => {
    const reason = lockOf?.(row as unknown as RowOf<E>)
    return reason ? sentence(t, reason) : undefined
  }
  const addressed = (keyOf: ListPageProps<E>['keyOf']) => (row: AnyRow) =>
    keyOf ? encodeURIComponent(keyOf(row as unknown as RowOf<E>)) : String(row.id)
  return {
    path: props.path,
    context: props.endpoint.list.rows,
    keepsSearch: props.formsOpenOver === true,
    nameOf: props.nameOf as unknown as (row: AnyRow) => string,
    keyOf: addressed(props.keyOf),
    editKeyOf: addressed(props.editKeyOf),
    view: props.get !== undefined && can(props.get),
    edit: props.update !== undefined && can(props.update),
    remove: props.remove && can(props.remove) ? askToDelete : undefined,
    editLockOf: reasoned(props.lockOf),
    binLockOf: reasoned(props.binLockOf),
    ...(props.menuActions ? { menu: props.menuActions as unknown as RowLinks['menu'] & {} } : {}),
    ...(props.markOf ? { mark: props.markOf as unknown as (row: AnyRow) => ReactNode } : {}),
    ...(props.moreActions ? { more: props.moreActions as unknown as (row: AnyRow) => ReactNode } : {}),
  }
}

type HeadProps = { add: ListPageProps<ListEndpoint>['add']; path: string; keepsSearch: boolean; children?: ReactNode }

function HeadActions({ add, path, keepsSearch, children }: HeadProps) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <div className="page-actions">
      {children}
      {add && can(add.endpoint) ? (
        <Button
          component={Link}
          to={`${path}/add-new`}
          {...(keepsSearch ? { search: true as never } : {})}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t(add.label)}
        </Button>
      ) : null}
    </div>
  )
}
