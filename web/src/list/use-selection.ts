import { useState } from 'react'

/** Records ticked by id, kept across pages and sorts. */
export type Selection = { ids: ReadonlySet<number>; toggle: (ids: readonly number[], on: boolean) => void; clear: () => void }

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const toggle = (changed: readonly number[], on: boolean) =>
    setIds((now) => {
      const next = new Set(now)
      for (const id of changed) on ? next.add(id) : next.delete(id)
      return next
    })
  return { ids, toggle, clear: () => setIds(new Set()) }
}
