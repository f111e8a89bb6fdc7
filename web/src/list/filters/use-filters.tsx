import { downloadColumns, type ListQuery, type ListSpec } from '@portal/contract/list.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { lazily, WhenFirst } from '../../ui/lazily.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { type AnyColumn, type Change, filterOf } from '../list-types.ts'
import type { Selection } from '../use-selection.ts'
import { furtherTerms, shownTerm, withTerm } from './filter-terms.ts'
import { type OpenState, openState } from './open-state.ts'

export type Filters = {
  opened: OpenState
  isOn: boolean
  count: number
  toggle: () => void
  openAndFocus: () => void
  clear: () => void
  cell: (column: AnyColumn) => ReactNode
  /** All filters, for the sheet and for hidden columns. */
  fields: { key: string; label: string; field: ReactNode }[]
  question: ReactNode
}

const FilterField = lazily(() => import('./FilterField.tsx'), 'FilterField')
const ConfirmDialog = lazily(() => import('../../ui/ConfirmDialog.tsx'), 'ConfirmDialog')

/** A filter without a column uses its own name. */
const capital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

const places = ['.list-table input[data-filter]', 'input[data-filter]', '[data-filter]']
/** Focuses the first filter input, for the `/` key. The inputs load when first opened, so retry for a moment. */
function focusFirstFilter(triesLeft = 100): void {
  const field = places.map((where) => document.querySelector<HTMLElement>(where)).find((found) => found !== null)
  if (field) field.focus()
  else if (triesLeft > 0) setTimeout(focusFirstFilter, 20, triesLeft - 1)
}

type Given = {
  list: ListSpec
  columns: readonly AnyColumn[]
  query: ListQuery
  change: Change
  selection: Selection | undefined
  isPhone: boolean
}

export function useFilters({ list, columns, query, change, selection, isPhone }: Given): Filters {
  const { t } = useTranslation()
  // A filtered address shows its filters, but on a phone the sheet would hide the records.
  const [opened] = useState(() => openState(query.filter.length > 0 && !isPhone))
  const [fresh, setFresh] = useState(0)
  /** Clears input that is not a filter. */
  const redraw = () => setFresh((count) => count + 1)
  const { ask, question } = useAskFirst(selection, redraw)
  const headingOf = (key: string) => downloadColumns(list.columns).find(({ field }) => field === key)?.heading
  const labelOf = (key: string) =>
    t(columns.find((column) => filterOf(column) === key)?.header ?? headingOf(key) ?? capital(key), {
      context: list.rows,
    })
  const fieldFor = (key: string): ReactNode => {
    const spec = Object.hasOwn(list.filters, key) ? list.filters[key] : undefined
    if (!spec) return null
    return (
      <Suspense fallback={null}>
        <FilterField
          key={`${key} ${fresh}`}
          name={labelOf(key)}
          spec={spec}
          context={list.rows}
          value={shownTerm(query.filter, key, spec)}
          further={furtherTerms(query.filter, key)}
          onChange={(text, typed) =>
            ask(() => change((now) => ({ filter: withTerm(now.filter, key, spec, text) }), { replace: typed }))
          }
        />
      </Suspense>
    )
  }
  const clearAll = () => {
    change({ filter: [] })
    // Also clears invalid input, which never was a filter.
    redraw()
  }
  return {
    opened,
    isOn: query.filter.length > 0,
    count: query.filter.length,
    toggle: () => opened.set(!opened.get()),
    openAndFocus: () => {
      opened.set(true)
      setTimeout(focusFirstFilter)
    },
    clear: () => ask(clearAll),
    cell: (column) => fieldFor(filterOf(column)),
    fields: Object.keys(list.filters).map((key) => ({ key, label: labelOf(key), field: fieldFor(key) })),
    question,
  }
}

type Wanted = { apply: () => void; count: number }
/** Selected records may not match a new filter, so the user confirms losing them. */
function useAskFirst(selection: Selection | undefined, onCancel: () => void) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<Wanted>()
  const [isAsking, setAsking] = useState(false)
  const ask = (apply: () => void) => {
    const count = selection?.count ?? 0
    if (count === 0) return apply()
    setWanted({ apply, count })
    setAsking(true)
  }
  const cancel = () => {
    setAsking(false)
    onCancel()
  }
  const confirm = () => {
    selection?.clear()
    wanted?.apply()
    setAsking(false)
  }
  const question = selection ? (
    <WhenFirst asked={isAsking}>
      <ConfirmDialog
        opened={isAsking}
        title={t('Clear selection')}
        text={
          wanted?.count === 1
            ? t('Changing the filter clears your selection of 1 record.')
            : t('Changing the filter clears your selection of {count} records.', { count: wanted?.count ?? 0 })
        }
        confirm="Continue"
        onCancel={cancel}
        onConfirm={confirm}
      />
    </WhenFirst>
  ) : null
  return { ask, question }
}
