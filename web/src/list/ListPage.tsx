import './list.css'
import '../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../api/session.ts'
import { Heading } from '../ui/Heading.tsx'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { ListBody } from './ListBody.tsx'
import { ListFooter } from './ListFooter.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import type { AnyRow, ListEndpoint, ListPageProps } from './list-types.ts'
import { SelectionBar } from './selection/SelectionBar.tsx'
import { useListView } from './use-list-view.ts'

const UnknownFilters = lazily(() => import('./filters/UnknownFilters.tsx'), 'UnknownFilters')
const SelectAllStrip = lazily(() => import('./selection/SelectAllStrip.tsx'), 'SelectAllStrip')
const DeleteDialog = lazily(() => import('./DeleteDialog.tsx'), 'DeleteDialog')

/** Every list of the portal: sorting, filters, paging, row actions, deleting and empty states. */
export function ListPage<E extends ListEndpoint>(props: ListPageProps<E>) {
  const view = useListView(props)
  const { query, change, result, unknown, selection, activeSelection, isPhone, isSlow, deleting } = view
  const add = props.add ? <AddButton add={props.add} path={props.path} keepsSearch={view.links.keepsSearch} /> : null
  const selectAll = (
    <WhenFirst asked={(selection?.count ?? 0) > 0}>
      <SelectAllStrip selection={selection} page={result.data} filter={query.filter} />
    </WhenFirst>
  )
  return (
    <>
      <div className="page-head">
        <Heading>{view.title}</Heading>
        <div className="page-actions">
          {props.headActions}
          {add}
        </div>
      </div>
      {typeof props.intro === 'function'
        ? props.intro({ query, change, reply: result.data?.reply as never })
        : props.intro}
      <div className="panel list-panel" data-density={view.settings.density}>
        <div className="list-bar" data-active={isSlow && !result.isPending} aria-hidden />
        <ListToolbar view={view}>{props.toolbar}</ListToolbar>
        <WhenFirst asked={unknown.length + view.columns.missing.length > 0}>
          <UnknownFilters
            list={props.endpoint.list}
            filters={unknown}
            columns={view.columns.missing}
            onRemove={view.dropUnknown}
          />
        </WhenFirst>
        <ListBody
          view={view}
          empty={props.empty}
          expand={props.expand as ((row: AnyRow) => ReactNode) | undefined}
          add={add ? <div className="page-actions">{add}</div> : null}
        />
        {isPhone ? null : selectAll}
        {result.data && !result.isError ? (
          <ListFooter
            page={result.data}
            isPhone={isPhone}
            onPage={(page) => change({ page })}
            onSize={(size) => change({ size })}
          />
        ) : null}
        {activeSelection && isPhone ? (
          <SelectionBar selection={activeSelection} rows={view.rows} onDone={view.switchSelecting}>
            {selectAll}
            {props.toolbar}
          </SelectionBar>
        ) : null}
      </div>
      {props.remove ? (
        <WhenFirst asked={deleting.row !== null}>
          <DeleteDialog
            endpoint={props.remove}
            note={props.removeNote}
            row={deleting.row}
            nameOf={view.links.nameOf}
            {...deleting.answers}
          />
        </WhenFirst>
      ) : null}
      {view.filters.question}
      {props.children}
    </>
  )
}

type AddProps = { add: NonNullable<ListPageProps<ListEndpoint>['add']>; path: string; keepsSearch: boolean }
function AddButton({ add, path, keepsSearch }: AddProps) {
  const { t } = useTranslation()
  const can = useCan()
  if (!can(add.endpoint)) return null
  return (
    <Button
      component={Link}
      to={add.to ?? `${path}/add-new`}
      {...(keepsSearch ? { search: true as never } : {})}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t(add.label)}
    </Button>
  )
}
