import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { AnyColumn } from '../list-types.ts'
import { byPriority } from './by-priority.ts'

/** From this width, all columns are visible in order (LIT-2). */
const wide = '(min-width: 75em)'

/** The columns shown, stored per user in this browser, and their order on this screen. */
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
  /** The first column in the list's own order links to the record, wherever it is shown. */
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
