import { TextInput } from '@mantine/core'
import { useField } from './form-context.ts'
import { lockMark } from './lock-mark.tsx'

export type TextFieldProps = { name: string; label: string; digits?: boolean; placeholder?: string; isFirst?: boolean }

export function TextField({ name, label, digits = false, placeholder, isFirst }: TextFieldProps) {
  const { value, set, input, lock } = useField<string | null>(name, label)
  return (
    <TextInput
      {...input}
      {...(digits ? { inputMode: 'numeric' } : {})}
      {...lockMark(lock)}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      placeholder={placeholder}
      autoComplete="off"
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
