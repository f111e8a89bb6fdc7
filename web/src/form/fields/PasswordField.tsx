import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../form-context.ts'

export type PasswordFieldProps = { name: string; label: string; autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ name, label, autoComplete }: PasswordFieldProps) {
  const { t } = useTranslation()
  const { value, set, input } = useField<string | null>(name, label)
  return (
    <PasswordInput
      {...input}
      autoComplete={autoComplete}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
    />
  )
}
