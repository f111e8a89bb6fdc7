import { Alert, Button } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { isTooLongToSort, type ListQuery, type ListSpec } from '@portal/contract/list.ts'
import { IconAlertTriangle, IconListSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { lazily } from '../ui/lazily.ts'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { SortHeader } from './columns/SortHeader.tsx'
import type { Filters } from './filters/use-filters.tsx'
import { ListTable } from './ListTable.tsx'
import type { AnyColumn, AnyRow, LoadedPage, RowLinks } from './list-types.ts'
import type { Change } from './use-list.ts'
import type { Selection } from './use-selection.ts'

// Only a phone shows the rows as cards.
const ListCards = lazily(() => import('./ListCards.tsx').then((module) => ({ default: module.ListCards })))

type Props = {
  title: string
  empty: { none: string; filtered: string }
  list: ListSpec
  query: ListQuery
  change: Change
  result: UseQueryResult<LoadedPage>
  isSlow: boolean
  isPhone: boolean
  columns: readonly AnyColumn[]
  lead: string | undefined
  links: RowLinks
  filters: Filters
  selection: Selection | undefined
  expand: ((row: AnyRow) => ReactNode) | undefined
  add: ReactNode
}

/** Rows, or the reason why there are none. The table's head and filters stay while a filter finds nothing. */
export function ListBody(props: Props) {
  const { result, query, isSlow, isPhone, columns, links, filters } = props
  const { t } = useTranslation()
  const sorting = useSorting(props)
  if (result.isError)
    return isHopelessSort(result.error) ? (
      <MessagePanel icon={IconListSearch} title={sentence(t, result.error.message)}>
        <Button variant="default" onClick={() => props.change({ sort: props.list.defaultSort })}>
          {t('Back to the usual order')}
        </Button>
      </MessagePanel>
    ) : (
      <FailedList error={result.error} onRetry={() => result.refetch()} />
    )
  const rows = result.data?.rows ?? []
  const isEmpty = result.data !== undefined && rows.length === 0
  const shared = {
    label: props.title,
    columns,
    rows,
    links,
    skeletonRows: result.isPending && isSlow ? query.size : 0,
    stale: isSlow && !result.isPending,
  }
  return (
    <>
      {isPhone ? (
        <Suspense fallback={null}>
          <ListCards {...shared} selection={props.selection} expand={props.expand} />
        </Suspense>
      ) : (
        <ListTable
          {...shared}
          {...sorting}
          lead={props.lead}
          selection={props.selection}
          expand={props.expand}
          filterCell={filters.isOpen ? filters.cell : undefined}
        />
      )}
      {isEmpty ? (
        <MessagePanel icon={IconListSearch} title={t(filters.isOn ? props.empty.filtered : props.empty.none)}>
          {filters.isOn ? (
            <Button variant="default" onClick={filters.clear}>
              {t('Clear filters')}
            </Button>
          ) : (
            props.add
          )}
        </MessagePanel>
      ) : null}
    </>
  )
}

/**
 * A filter was taken away, or widened, under a sort that needs one: nothing is broken, and trying again would not help
 * (LIST-1).
 */
const isHopelessSort = (error: Error): boolean => error instanceof AppError && error.code === 'list.sort-needs-filter'

function useSorting({ list, query, change, result }: Props) {
  const { t } = useTranslation()
  const { company } = useSession()
  const [sortedBy, direction] = query.sort.split(',') as [string, 'asc' | 'desc']
  const isStaff = company.kind === 'provider'
  const reasonAgainst = (key: string) =>
    isStaff &&
    ((query.filter.length === 0 && list.sortsNeedingFilter.includes(key)) ||
      (result.data && isTooLongToSort(list, key, result.data.metadata)))
      ? sentence(t, 'list.sort-needs-filter')
      : undefined
  return {
    sortState: ({ key }: AnyColumn) =>
      list.sort.includes(key)
        ? sortedBy !== key
          ? ('none' as const)
          : direction === 'asc'
            ? ('ascending' as const)
            : ('descending' as const)
        : undefined,
    headCell: ({ key, header }: AnyColumn): ReactNode =>
      list.sort.includes(key) ? (
        <SortHeader
          header={t(header, { context: list.rows })}
          direction={sortedBy === key ? direction : undefined}
          disabledReason={reasonAgainst(key)}
          onSort={() => change({ sort: `${key},${sortedBy === key && direction === 'asc' ? 'desc' : 'asc'}` })}
        />
      ) : (
        t(header, { context: list.rows })
      ),
  }
}

function FailedList({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const requestId = requestIdOf(error)
  return (
    <Alert
      variant="outline"
      color="bad"
      icon={<IconAlertTriangle aria-hidden />}
      m={12}
      title={t('Oops! Something broke, we are working on a fix.')}
    >
      <Button variant="default" size="xs" onClick={onRetry}>
        {t('Try again')}
      </Button>
      <p className="request-id">
        {sentence(t, error.message)}
        {requestId ? ` · ${t('Request')} ${requestId}` : ''}
      </p>
    </Alert>
  )
}
