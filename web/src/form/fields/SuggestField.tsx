import { type AutocompleteProps, InputBase } from '@mantine/core'
import { type ClosedField, openedLater } from '../../ui/opened-later/opened-later.tsx'
import { drawnField } from '../form-context.ts'
import { lockMark } from '../lock-mark.tsx'

export type SuggestFieldProps = { name: string; label: string; suggestions: readonly string[] }

function ClosedSuggestions({ data, name, value, onChange, typed, onType, ...input }: AutocompleteProps & ClosedField) {
  return (
    <InputBase
      {...(input as object)}
      __staticSelector="Autocomplete"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      value={typed ?? value ?? ''}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
const Suggestions = openedLater<AutocompleteProps>(
  async () => (await import('./OpenSuggestions.tsx')).OpenSuggestions,
  ClosedSuggestions,
)

/** Free text with existing values as suggestions. */
export const SuggestField = drawnField<string | null, SuggestFieldProps>(function SuggestBox(props) {
  const { value, set, input, lock, suggestions } = props
  return <Suggestions {...input} {...lockMark(lock)} data={[...suggestions]} value={value ?? ''} onChange={set} />
})
