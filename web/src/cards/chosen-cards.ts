import type { Selection } from '../list/use-selection.ts'

/** The cards that a bulk call is about, as the call takes them, and how to speak of them. */
export type Chosen = { body: { cardIds: number[] } | { filter: string[] }; count: number; number?: string }
export type BulkKind = 'assign' | 'hold' | 'release'

export function chosenOf(selection: Selection): Chosen | null {
  if (selection.count === 0) return null
  return {
    body: selection.all ? { filter: [...selection.all.filter] } : { cardIds: [...selection.ids] },
    count: selection.count,
  }
}
