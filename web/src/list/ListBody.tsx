import { Alert, Button } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { IconAlertTriangle, IconListSearch } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { requestIdOf } from '../api/call.ts'
import { lazily } from '../ui/lazily.tsx'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { refusalOf } from '../ui/trouble/refusal.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { AnyRow } from './list-types.ts'
import { ListTable } from './table/ListTable.tsx'
import type { ListView } from './use-list-view.ts'
import { useSorting } from './use-sorting.tsx'

// Only phones show rows as cards.
const ListCards = lazily(() => import('./ListCards.tsx'), 'ListCards')

type Props = {
  view: ListView
  empty: { none: string; filtered: string }
  expand: ((row: AnyRow) => ReactNode) | undefined
  /** Shown when the list is empty. */
  add: ReactNode
}

/** The rows, or why there are none. The table's head and filters stay when a filter matches nothing. */
export function ListBody({ view, empty, expand, add }: Props) {
  const { endpoint, query, change, result, rows, isSlow, isPhone, columns, filters, activeSelection } = view
  const { t } = useTranslation()
  const { sortState, headCell } = useSorting(view)
  if (result.isError) {
    const refusal = refusalOf(result.error)
    const wayOut = result.error instanceof AppError ? waysOut(view)[result.error.code] : undefined
    if (wayOut)
      return (
        <MessagePanel icon={IconListSearch} title={sentence(t, result.error.message)}>
          <Button variant="default" onClick={wayOut.go}>
            {t(wayOut.label)}
          </Button>
        </MessagePanel>
      )
    // A day, a place or a customer of the address that cannot be shown.
    if (refusal && endpoint.list.takes.length > 0)
      return (
        <MessagePanel icon={IconListSearch} title={sentence(t, refusal)}>
          <Button variant="default" onClick={() => change(withoutParams(endpoint.list.takes))}>
            {t('Show the usual list')}
          </Button>
        </MessagePanel>
      )
    return <FailedList error={result.error} onRetry={() => result.refetch()} />
  }
  const shared = {
    label: view.title,
    rows,
    links: view.links,
    selection: activeSelection,
    expand,
    skeletonRows: result.isPending && isSlow ? query.size : 0,
    stale: isSlow && !result.isPending,
  }
  return (
    <>
      {isPhone ? (
        <Suspense fallback={null}>
          <ListCards {...shared} columns={columns.offered} />
        </Suspense>
      ) : (
        <ListTable
          {...shared}
          columns={columns.shown}
          sortState={sortState}
          headCell={headCell}
          lead={columns.lead}
          filters={query.filter}
          sizing={columns}
          filtering={filters}
        />
      )}
      {result.data !== undefined && rows.length === 0 ? (
        <MessagePanel icon={IconListSearch} title={t(filters.isOn ? empty.filtered : empty.none)}>
          {filters.isOn ? (
            <Button variant="default" onClick={filters.clear}>
              {t('Clear filters')}
            </Button>
          ) : (
            add
          )}
        </MessagePanel>
      ) : null}
    </>
  )
}

const withoutParams = (takes: readonly string[]) => Object.fromEntries(takes.map((name) => [name, undefined]))

/** What a very long list does not offer, such as a sort whose filter was removed: a retry would not help (LIST-1). */
const waysOut = ({
  endpoint,
  change,
  filters,
}: ListView): Readonly<Record<string, { label: string; go: () => void }>> => ({
  'list.sort-needs-filter': {
    label: 'Reset to the default order',
    go: () => change({ sort: endpoint.list.defaultSort }),
  },
  'list.page-too-far': { label: 'First page', go: () => change({ page: 1 }) },
  'list.search-too-short': { label: 'Clear filters', go: filters.clear },
})

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
