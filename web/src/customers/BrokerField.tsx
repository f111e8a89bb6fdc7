import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../form/form-context.ts'

const idsOf = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)

/** A broker's ids. Keeps the typed text and gives the form the parsed ids. */
export function BrokerField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation()
  const { value, set, input } = useField<string[] | null>(name, label)
  const [text, setText] = useState((value ?? []).join(', '))
  if (idsOf(text).join() !== (value ?? []).join()) setText((value ?? []).join(', '))
  return (
    <TextInput
      {...input}
      autoComplete="off"
      description={t('Separate several ids with commas.')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        set(idsOf(event.currentTarget.value))
      }}
    />
  )
}
