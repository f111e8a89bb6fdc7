import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Everything that the list's filter matches, also on pages that nobody has looked at. */
type WholeList = { filter: readonly string[]; count: number }
/** Records ticked by id, kept across pages and sorts; or the whole of a filtered list at once. */
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
    // Who takes one out of all of them means those ticked by hand again: the rest was never listed one by one.
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

/** On a phone the boxes show when asked for, since there the whole card is a link. */
export function useTicking(selection: Selection | undefined, filter: readonly string[], isPhone: boolean) {
  const [isSelecting, setSelecting] = useState(false)
  const key = JSON.stringify(filter)
  const last = useRef(key)
  const clear = useEffectEvent(() => selection?.clear())
  // However the filter changed, by the browser's back button too: what was ticked under another one is no longer in
  // sight.
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    clear()
  }, [key])
  return {
    isSelecting,
    switchSelecting: () => setSelecting(!isSelecting),
    ticking: isPhone && !isSelecting ? undefined : selection,
  }
}
