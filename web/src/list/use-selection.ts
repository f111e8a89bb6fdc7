import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Everything that the filter matches, including pages the user has not seen. */
type WholeList = { filter: readonly string[]; count: number }
/** Records selected by id, kept across pages and sorts, or a whole filtered list. */
export type Selection = {
  ids: ReadonlySet<number>
  all: WholeList | null
  count: number
  has: (id: number) => boolean
  toggle: (ids: readonly number[], on: boolean) => void
  selectAll: (list: WholeList) => void
  clear: () => void
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [all, selectAll] = useState<WholeList | null>(null)
  const toggle = (changed: readonly number[], on: boolean) => {
    // Unselecting one record returns to the hand-selected ones: the rest were never listed individually.
    selectAll(null)
    setIds((now) => {
      const next = new Set(now)
      for (const id of changed) on ? next.add(id) : next.delete(id)
      return next
    })
  }
  const clear = () => {
    selectAll(null)
    setIds(new Set())
  }
  return { ids, all, count: all?.count ?? ids.size, has: (id) => all !== null || ids.has(id), toggle, selectAll, clear }
}

/** On a phone, checkboxes appear on demand, because the whole card is a link. */
export function useSelecting(selection: Selection | undefined, filter: readonly string[], isPhone: boolean) {
  const [isSelecting, setSelecting] = useState(false)
  const key = JSON.stringify(filter)
  const last = useRef(key)
  const clear = useEffectEvent(() => selection?.clear())
  // Clears the selection on any filter change, including the back button: selected records may no longer be visible.
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    clear()
  }, [key])
  return {
    isSelecting,
    switchSelecting: () => setSelecting(!isSelecting),
    activeSelection: isPhone && !isSelecting ? undefined : selection,
  }
}
