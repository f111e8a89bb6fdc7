import '@mantine/core/styles/Combobox.css'
import './choice.css'
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from '../words/translation.ts'

export function OpenChoice(props: SelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      // The dropdown scrolls natively: a nested scroll area cannot be reached by keyboard.
      withScrollArea={false}
      classNames={{ options: 'choice-options' }}
      nothingFoundMessage={t('No Record found')}
      {...props}
    />
  )
}
