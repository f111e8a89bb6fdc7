import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { AnyColumn } from '../list-types.ts'
import { byPriority } from './by-priority.ts'

/** From here on every column of a list is in sight in its order (LIT-2). */
const wide = '(min-width: 75em)'

/** Which columns are shown, kept for the person in this browser, and in what order on this screen. */
export function useColumns(list: string, offered: readonly AnyColumn[]) {
  const storageKey = `columns:${list}`
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<string[]>(
    () => readChosen(storageKey) ?? offered.filter((column) => !column.optional).map(({ key }) => key),
  )
  const choose = (keys: string[]) => {
    setChosen(keys)
    localStorage.setItem(storageKey, JSON.stringify(keys))
  }
  const shown = offered.filter(({ key, always }) => always || chosen.includes(key))
  /** The first of them in the list's own order leads to the record, wherever it stands. */
  return { offered, chosen, choose, shown: isWide ? shown : byPriority(shown), lead: shown[0]?.key }
}

function readChosen(storageKey: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(kept) && kept.length > 0 ? kept.map(String) : null
  } catch {
    return null
  }
}
