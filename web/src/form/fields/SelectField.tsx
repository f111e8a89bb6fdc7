import '@mantine/core/styles/Combobox.css'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../form-context.ts'
import { lockMark } from '../lock-mark.tsx'

export type SelectFieldProps = {
  name: string
  label: string
  options: readonly (string | { value: string; label: string })[]
  searchable?: boolean
}

export function SelectField({ name, label, options, searchable = false }: SelectFieldProps) {
  const { t } = useTranslation()
  const { value, set, input, lock } = useField<string | null>(name, label)
  const data = options.map((option) =>
    typeof option === 'string' ? { value: option, label: t(option) } : { value: option.value, label: t(option.label) },
  )
  return (
    <Select
      {...input}
      {...lockMark(lock)}
      data={data}
      value={value}
      onChange={set}
      searchable={searchable}
      allowDeselect={!input.required}
      // The dropdown scrolls natively: a nested scroll area cannot be reached by keyboard.
      withScrollArea={false}
      classNames={{ options: 'select-options' }}
      nothingFoundMessage={t('No Record found')}
    />
  )
}
