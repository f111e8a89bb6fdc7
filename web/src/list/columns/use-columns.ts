import { useMediaQuery } from '@mantine/hooks'
import type { ShownColumn } from '@portal/contract/views/list-settings.ts'
import { useState } from 'react'
import type { AnyColumn } from '../list-types.ts'
import type { OwnListSettings } from '../use-list-settings.ts'
import { arranged, missingColumns, usualColumns } from './arrangement.ts'
import { byPriority } from './by-priority.ts'

/** From this width, and on paper, all columns are visible in order (LIT-2). */
const wide = '(min-width: 75em), print'

/** The columns of the view that was opened, until the user arranges them; otherwise as the user left them. */
export function useColumns(
  { layout, arrange }: OwnListSettings,
  offered: readonly AnyColumn[],
  opened: ShownColumn[] | null,
) {
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false })
  const [viewed, setViewed] = useState(opened)
  /** While a header's edge is dragged; stored when it is released. */
  const [dragged, setDragged] = useState<ShownColumn[] | null>(null)
  const kept = viewed ?? layout.columns
  const usual = usualColumns(offered)
  const chosen = dragged ?? (kept && arranged(offered, kept).length > 0 ? kept : usual)
  const set = async (columns: ShownColumn[] | null) => {
    // Shown at once; the store has it a moment later.
    setDragged(columns)
    await arrange(columns)
    setViewed(null)
    setDragged(null)
  }
  const shown = arranged(offered, chosen)
  return {
    offered,
    chosen,
    shown: isWide || kept ? shown : byPriority(shown),
    /** The first column in the list's own order links to the record, wherever it is shown. */
    lead: offered.find(({ key }) => shown.some((column) => column.key === key))?.key,
    /** What the opened view shows and the list no longer has. */
    missing: viewed ? missingColumns(offered, viewed) : [],
    isArranged: kept !== null,
    view: setViewed,
    forgetMissing: () => setViewed(viewed?.filter(({ key }) => offered.some((column) => column.key === key)) ?? null),
    set,
    drag: setDragged,
  }
}
export type ListColumns = ReturnType<typeof useColumns>
