import { Textarea } from '@mantine/core'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'

export function NoteField({ name, label }: { name: string; label: string }) {
  const { value, set, input, lock } = useField<string | null>(name, label)
  return (
    <Textarea
      {...input}
      {...lockMark(lock)}
      className="customer-wide"
      rows={3}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
