import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

type Props = Pick<TextInputProps, 'label' | 'error'> & {
  value: string | null
  isNumber: boolean
  onChange: (value: string | null) => void
}

/**
 * A text or number, taken with Enter or when the field is left: half of it would be another report, and the default that
 * comes back for an emptied one would be typed into.
 */
export function TypedParameter({ value, isNumber, onChange, ...rest }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const take = () => {
    if (draft === null) return
    const typed = draft.trim()
    if (typed !== (value ?? '')) onChange(typed || null)
    setDraft(null)
  }
  return (
    <TextInput
      {...rest}
      inputMode={isNumber ? 'numeric' : 'text'}
      value={draft ?? value ?? ''}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}
