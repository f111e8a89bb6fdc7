import { TextInput } from '@mantine/core'
import { useField } from '../form/form-context.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** When a move takes effect, by the clock of this device. Empty means now. */
export function EffectiveField() {
  const { t } = useTranslation()
  const { value, set, input } = useField<string | null>('effective_at', 'Effective from')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <TextInput
      {...input}
      type="datetime-local"
      description={t('Leave empty to use the current time. Your time zone: {zone}.', { zone })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value || null)}
    />
  )
}
