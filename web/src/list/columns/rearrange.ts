import { columnWidths, type ShownColumn } from '@portal/contract/views/list-settings.ts'

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
