import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../form-context.ts'

/** A yes or no of the form, with a sentence on what it means; why it cannot be changed takes that sentence's place. */
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
      description={t(lock ?? about)}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
