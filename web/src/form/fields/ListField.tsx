import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { drawnField } from '../form-context.ts'

export type ListFieldProps = {
  name: string
  label: string
  hint: string
  /** What a typed part stands for. */
  read?: (part: string) => unknown
}

/** Several values with commas between them. Keeps the typed text and gives the form the values. */
export const ListField = drawnField<readonly unknown[] | null, ListFieldProps>(function ListBox(props) {
  const { value, set, input, hint, read = (part) => part } = props
  const { t } = useTranslation()
  const valuesIn = (text: string): unknown[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map(read)
  const given = value ?? []
  const [text, setText] = useState(given.join(', '))
  if (valuesIn(text).join() !== given.join()) setText(given.join(', '))
  return (
    <TextInput
      description={sentence(t, hint)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...input}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        set(valuesIn(event.currentTarget.value))
      }}
    />
  )
})
