import { useState } from 'react'
import type { AnyColumn } from './list-types.ts'

/** Which columns are shown, kept for the person in this browser. */
export function useColumns(list: string, columns: readonly AnyColumn[]) {
  const storageKey = `columns:${list}`
  const offered = columns.filter((column) => !column.hidden)
  const [chosen, setChosen] = useState<string[]>(() => readChosen(storageKey) ?? offered.filter((column) => !column.optional).map(({ key }) => key))
  const choose = (keys: string[]) => {
    setChosen(keys)
    localStorage.setItem(storageKey, JSON.stringify(keys))
  }
  return { offered, chosen, choose, shown: offered.filter(({ key }) => chosen.includes(key)) }
}

function readChosen(storageKey: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(kept) && kept.length > 0 ? kept.map(String) : null
  } catch {
    return null
  }
}
