import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { sentence } from '../../ui/words/sentence.ts'
import { useField } from '../form-context.ts'

/** A checkbox with a description. If it is locked, the reason replaces the description. */
export function CheckField({ name, label, about }: { name: string; label: string; about: string }) {
  const { t } = useTranslation()
  const { value, set, input, lock } = useField<boolean>(name, label)
  const { id, label: shown, disabled, error } = input
  return (
    <Checkbox
      id={id}
      name={name}
      disabled={disabled}
      error={error}
      label={shown}
      description={sentence(t, lock ?? about)}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
