/**
 * Spreadsheets run a cell that begins like a formula, so such text cells get a leading apostrophe (LIST-11). Numbers
 * are written as numbers, so a negative amount stays one. A text with its own leading apostrophe gets another, and so
 * keeps its own when it is read.
 */
const startsFormula = /^'*[\s\0]*[=+\-@＝＋－＠\t\r]/
/** A cell as it was before it was written. */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = startsFormula.test(String(value)) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
/** Without it, spreadsheets misread accented names. */
export const byteOrderMark = '\uFEFF'
