import { isTooLongToSort } from '@portal/contract/list.ts'
import type { ReactNode } from 'react'
import { useIsStaff } from '../api/session.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { SortHeader } from './columns/SortHeader.tsx'
import type { AnyColumn } from './list-types.ts'
import type { ListView } from './use-list-view.ts'

/** The list's order, and why a column cannot give it (LIST-1). */
export function useSorting({ endpoint: { list }, query, change, result }: ListView) {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const [sortedBy, direction] = query.sort.split(',') as [string, 'asc' | 'desc']
  const reasonAgainst = (key: string) =>
    isStaff &&
    ((query.filter.length === 0 && list.sortsNeedingFilter.includes(key)) ||
      (result.data && isTooLongToSort(list, key, result.data.metadata)))
      ? sentence(t, 'list.sort-needs-filter')
      : undefined
  return {
    sortedBy,
    direction,
    reasonAgainst,
    sortBy: (key: string, way: 'asc' | 'desc') => change({ sort: `${key},${way}` }),
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
