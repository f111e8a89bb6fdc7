import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/ScrollArea.css'
import { Autocomplete } from '@mantine/core'
import { drawnField } from '../form-context.ts'
import { lockMark } from '../lock-mark.tsx'

export type SuggestFieldProps = { name: string; label: string; suggestions: readonly string[] }

/** Free text with existing values as suggestions. */
export const SuggestField = drawnField<string | null, SuggestFieldProps>(function SuggestBox(props) {
  const { value, set, input, lock, suggestions } = props
  return <Autocomplete {...input} {...lockMark(lock)} data={[...suggestions]} value={value ?? ''} onChange={set} />
})
