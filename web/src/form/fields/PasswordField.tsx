import { PasswordInput } from '@mantine/core'
import { useTranslation } from '../../ui/words/translation.ts'
import { drawnField } from '../form-context.ts'

export type PasswordFieldProps = { name: string; label: string; autoComplete: 'current-password' | 'new-password' }

export const PasswordField = drawnField<string | null, PasswordFieldProps>(function PasswordBox(props) {
  const { value, set, input, autoComplete } = props
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...input}
      autoComplete={autoComplete}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
    />
  )
})
