import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { isEmail } from '@portal/contract/fields.ts'
import { useState } from 'react'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** An unfinished address shows no error until the user pauses or leaves the field. */
export function EmailInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const [hasLeft, setLeft] = useState(false)
  const [settled] = useDebouncedValue(value, 600)
  const isWrong = value !== '' && !isEmail(value.trim())
  return (
    <TextInput
      size="md"
      type="email"
      name="username"
      label={t('Email')}
      autoComplete="username"
      autoFocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
      error={isWrong && (hasLeft || settled === value) ? sentence(t, 'field.email') : undefined}
    />
  )
}
