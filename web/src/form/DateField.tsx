import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { useField } from './form-context.ts'
import { lockMark } from './lock-mark.tsx'

export type DateFieldProps = { name: string; label: string }

export function DateField({ name, label }: DateFieldProps) {
  const { value, set, input, lock } = useField<string | null>(name, label)
  return <LazyDateBox {...input} {...lockMark(lock)} clearable={!input.required && !input.disabled} value={value ?? null} onChange={set} />
}
