import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { useField } from './form-context.ts'
import { LockMark } from './LockMark.tsx'

export type DateFieldProps = { name: string; label: string }

export function DateField({ name, label }: DateFieldProps) {
  const { value, set, input, lock } = useField<string | null>(name, label)
  return (
    <LazyDateBox
      {...input}
      {...(lock ? { rightSection: <LockMark reason={lock} />, rightSectionPointerEvents: 'all' } : {})}
      clearable={!input.required && !input.disabled}
      value={value ?? null}
      onChange={set}
    />
  )
}
