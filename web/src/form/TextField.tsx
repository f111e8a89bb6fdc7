import { TextInput } from '@mantine/core'
import { useField } from './form-context.ts'
import { LockMark } from './LockMark.tsx'

export type TextFieldProps = { name: string; label: string; digits?: boolean; placeholder?: string }

export function TextField({ name, label, digits = false, placeholder }: TextFieldProps) {
  const { value, set, input, lock } = useField<string | null>(name, label)
  return (
    <TextInput
      {...input}
      {...(digits ? { inputMode: 'numeric' } : {})}
      {...(lock ? { rightSection: <LockMark reason={lock} />, rightSectionPointerEvents: 'all' } : {})}
      placeholder={placeholder}
      autoComplete="off"
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
