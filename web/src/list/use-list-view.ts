import { useMediaQuery } from '@mantine/hooks'
import type { ListQuery } from '@portal/contract/list.ts'
import type { KeptView } from '@portal/contract/views/list-settings.ts'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Search } from '../api/search.ts'
import { useCan } from '../api/session.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { useColumns } from './columns/use-columns.ts'
import { useFilters } from './filters/use-filters.tsx'
import { isBare, writeListSearch } from './list-search.ts'
import type { AnyColumn, AnyRow, Change, ListEndpoint, ListPageProps, RowLinks, RowOf } from './list-types.ts'
import { useLate } from './use-late.ts'
import { useListPage, useListState, useTidyAddress } from './use-list.ts'
import { type OwnListSettings, useListSettings } from './use-list-settings.ts'
import { focusRow, useRowKeys } from './use-row-keys.ts'
import { useSelecting } from './use-selection.ts'
import { searchOfView } from './views/view-search.ts'

export type ListView = ReturnType<typeof useListView>

/** A list's state in the address, its loaded page, and everything its parts share. */
export function useListView<E extends ListEndpoint>(props: ListPageProps<E>) {
  const { endpoint, selection } = props
  const { t } = useTranslation()
  const settings = useListSettings(endpoint.id)
  const opening = useOpeningView(settings)
  const state = useListState(endpoint.list, opening && searchOfView(opening))
  const { query, unknown, change } = state
  const result = useListPage(endpoint, query)
  const rows = result.data?.rows ?? []
  useTidyAddress(props.path, endpoint.list, state, result.data, result.isPlaceholderData)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const columns = useColumns(settings, props.columns as unknown as AnyColumn[], opening?.columns ?? null)
  const filters = useFilters({ list: endpoint.list, columns: columns.offered, query, change, selection, isPhone })
  const deleting = useDeleting(rows, query, change)
  useRowKeys(filters.openAndFocus)
  return {
    title: t(props.title, { context: 'list' }),
    endpoint: endpoint as ListEndpoint,
    query,
    unknown,
    change,
    settings,
    openView: (kept: KeptView) => {
      columns.view(kept.columns)
      state.open(searchOfView(kept))
    },
    /** Drops from the address and the columns what the list does not know. */
    dropUnknown: () => {
      columns.forgetMissing()
      state.open(writeListSearch(endpoint.list, query), { replace: true })
    },
    result,
    rows,
    isPhone,
    /** The response takes long enough to show it. */
    isSlow: useLate(result.isFetching),
    columns,
    filters,
    deleting,
    links: useRowLinks(props, deleting.ask),
    selection,
    ...useSelecting(selection, query.filter, isPhone),
  }
}

/** The view that the list opens with if its address says nothing (LIT-9). */
function useOpeningView({ layout }: OwnListSettings): KeptView | null {
  const address: Search = useSearch({ strict: false })
  return useState(() => (isBare(address) ? layout.view : null))[0]
}

/** The record to delete, after confirmation, and where the focus goes afterwards (LIST-4). */
function useDeleting(rows: readonly AnyRow[], query: ListQuery, change: Change) {
  const [row, ask] = useState<AnyRow | null>(null)
  const deletedAt = useRef<number | null>(null)
  const answers = {
    onClose: () => ask(null),
    onDeleted: () => {
      deletedAt.current = rows.findIndex(({ id }) => id === row?.id)
      if (rows.length === 1 && query.page > 1) change({ page: query.page - 1 }, { replace: true })
    },
    onGone: () => {
      if (deletedAt.current !== null) focusRow(deletedAt.current)
      deletedAt.current = null
    },
  }
  return { row, ask, answers }
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
    mark: props.markOf as unknown as RowLinks['mark'],
    actions: props.rowActions as unknown as RowLinks['actions'],
    buttons: props.rowButtons as unknown as RowLinks['buttons'],
  }
}
