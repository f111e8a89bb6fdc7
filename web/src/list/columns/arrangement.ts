import type { ListLayout, ShownColumn } from '@portal/contract/views/list-settings.ts'
import type { AnyColumn } from '../list-types.ts'

/** A column with the width that the user gave it. */
export type SizedColumn = AnyColumn & { width?: number | undefined }

export const nothingArranged: ListLayout = { columns: null, view: null }

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
