import { nothing } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import type { AnyColumn, AnyRow } from '../list-types.ts'

export function CellContent({ column, row }: { column: AnyColumn; row: AnyRow }) {
  const { t, language } = useTranslation()
  const value = row[column.key]
  if (column.cell) {
    const content = column.cell(value, row, language)
    return column.words && typeof content === 'string' ? t(content) : content
  }
  return value === null || value === undefined || value === ''
    ? nothing
    : column.words
      ? t(String(value))
      : String(value)
}
