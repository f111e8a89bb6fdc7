import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../form/form-context.ts'

/** The numbers that a broker goes by: typed one after the other, Enter or a comma between. */
export function BrokerField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation()
  const { value, set, input } = useField<string[] | null>(name, label)
  return (
    <TagsInput
      {...input}
      value={value ?? []}
      onChange={set}
      acceptValueOnBlur
      maxTags={20}
      {...(input.disabled ? {} : { description: t('Press Enter after each id.') })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
