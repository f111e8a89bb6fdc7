import { TextInput } from '@mantine/core'
import { useTranslation } from '../ui/words/translation.ts'

type Props = {
  value: string
  onChange: (value: string) => void
  /** Letters and digits instead of the app's six digits. */
  isRecovery?: boolean
  error?: string | undefined
}

/** A code from the authenticator app, which browsers and phones can fill in, or a recovery code. */
export function CodeBox({ value, onChange, isRecovery = false, error }: Props) {
  const { t } = useTranslation()
  return (
    <TextInput
      key={String(isRecovery)}
      size="md"
      name="code"
      className="code-box"
      label={t(isRecovery ? 'Recovery code' : 'Code from your authenticator app')}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      maxLength={isRecovery ? 40 : 10}
      autoFocus
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
