import { columnWidths, type ShownColumn } from '@portal/contract/views/list-settings.ts'
import type { AnyColumn } from '../list-types.ts'

/** A column with the width that the user gave it. */
export type SizedColumn = AnyColumn & { width?: number | undefined }

/** Exactly the specified columns, in their order (LIT-2). */
export const usualColumns = (offered: readonly AnyColumn[]): ShownColumn[] =>
  offered.filter(({ optional }) => !optional).map(({ key }) => ({ key }))

/** The columns to draw. Those the list no longer has are left out; those it always shows take their own place. */
export function arranged(offered: readonly AnyColumn[], chosen: readonly ShownColumn[]): SizedColumn[] {
  const picked = chosen.flatMap(({ key, width }): SizedColumn[] => {
    const column = offered.find((one) => one.key === key)
    return column ? [{ ...column, width }] : []
  })
  const missing = offered.filter(({ key, always }) => always && !picked.some((one) => one.key === key))
  return missing.reduce((shown, column) => shown.toSpliced(offered.indexOf(column), 0, column), picked)
}

/** The columns of a view that its list no longer has. */
export const missingColumns = (offered: readonly AnyColumn[], chosen: readonly ShownColumn[]): string[] =>
  chosen.map(({ key }) => key).filter((key) => !offered.some((column) => column.key === key))

/** Shown columns keep their place and width; a new one comes last. */
export const withShown = (chosen: readonly ShownColumn[], keys: readonly string[]): ShownColumn[] => [
  ...chosen.filter(({ key }) => keys.includes(key)),
  ...keys.filter((key) => !chosen.some((column) => column.key === key)).map((key) => ({ key })),
]

/** Moves a column one place towards the start (-1) or the end (1). */
export function withMoved(chosen: readonly ShownColumn[], key: string, by: -1 | 1): ShownColumn[] {
  const at = chosen.findIndex((column) => column.key === key)
  const moved = chosen[at]
  if (!moved || at + by < 0 || at + by >= chosen.length) return [...chosen]
  return chosen.toSpliced(at, 1).toSpliced(at + by, 0, moved)
}

export const withWidth = (chosen: readonly ShownColumn[], key: string, width: number): ShownColumn[] => {
  const within = Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width)))
  return chosen.map((column) => (column.key === key ? { key, width: within } : column))
}
