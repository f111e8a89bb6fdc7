import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/ScrollArea.css'
import { Autocomplete } from '@mantine/core'
import { useField } from '../form-context.ts'
import { lockMark } from '../lock-mark.tsx'

export type SuggestFieldProps = { name: string; label: string; suggestions: readonly string[] }

/** Free text with existing values as suggestions. */
export function SuggestField({ name, label, suggestions }: SuggestFieldProps) {
  const { value, set, input, lock } = useField<string | null>(name, label)
  return <Autocomplete {...input} {...lockMark(lock)} data={[...suggestions]} value={value ?? ''} onChange={set} />
}
