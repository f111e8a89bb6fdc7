import { Button } from '@mantine/core'
import { type Choice, type ListSpec, parseFilter } from '@portal/contract/list.ts'
import type { TFunction } from '../../ui/words/translation.ts'
import { useTranslation } from '../../ui/words/translation.ts'

type Wrong = { field: string; value: string; options: readonly Choice[] }
/** A value that is not one of the field's choices, or null if the filter is invalid in another way. */
function wrongChoice({ aliases, filters }: ListSpec, filter: string): Wrong | null {
  const term = parseFilter(filter)
  const spec = term ? filters[aliases[term.field] ?? term.field] : undefined
  return term && spec?.kind === 'choice' ? { field: term.field, value: term.query, options: spec.options } : null
}
/** By value, as in the address, with the displayed word if it differs. */
const choicesText = (t: TFunction, options: readonly Choice[]): string =>
  options
    .filter(({ isUnlisted }) => !isUnlisted)
    .map(({ value, label }) => (t(label).toLowerCase() === value.toLowerCase() ? value : `${value} (${t(label)})`))
    .join(', ')

/**
 * Names filters in the address that the list cannot apply, with valid choices and a button to remove them (LIST-14).
 */
export function UnknownFilters({
  list,
  filters,
  columns,
  onRemove,
}: {
  list: ListSpec
  filters: readonly string[]
  /** Columns of the opened view that the list no longer has (UX-6). */
  columns: readonly string[]
  onRemove: () => void
}) {
  const { t } = useTranslation()
  if (filters.length === 0 && columns.length === 0) return null
  const quoted = (words: readonly string[]) => words.map((one) => t('“{words}”', { words: one })).join(', ')
  const unknown = filters.filter((one) => !wrongChoice(list, one))
  return (
    <div className="unknown-filters" role="status">
      <span>
        {unknown.length > 0
          ? t('Unknown filters are not applied: {filters}', {
              filters: quoted(unknown),
            })
          : null}
        {columns.length > 0 ? (
          <div>{t('This list no longer has these columns of the preset: {columns}', { columns: quoted(columns) })}</div>
        ) : null}
        {filters.map((one) => {
          const wrong = wrongChoice(list, one)
          if (!wrong) return null
          const { field, value, options } = wrong
          const words = { field, value, choices: choicesText(t, options) }
          return (
            <div key={one}>
              {t(
                '“{value}” is not a choice for {field}, so the filter is not applied. Choose one of: {choices}',
                words,
              )}
            </div>
          )
        })}
      </span>
      <Button size="compact-sm" variant="subtle" onClick={onRemove}>
        {t(filters.length > 0 ? 'Remove from the address' : 'Dismiss')}
      </Button>
    </div>
  )
}
