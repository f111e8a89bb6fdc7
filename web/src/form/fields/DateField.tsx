import { LazyDateBox } from '../../ui/LazyDateBox.tsx'
import { dayHere, typedPastDay } from '../../ui/words/day.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { drawnField } from '../form-context.ts'
import { lockMark } from '../lock-mark.tsx'

export type DateFieldProps = { name: string; label: string; isPast?: boolean; hint?: string | undefined }

const hintOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** With `isPast`, for a date such as a birth date, shows the full year. `hint` is a sentence below the field. */
export const DateField = drawnField<string | null, DateFieldProps>(function DayBox(props) {
  const { value, set, input, lock, isPast = false, hint } = props
  const { t } = useTranslation()
  const today = dayHere(new Date())
  const past = {
    minDate: '1900-01-01',
    maxDate: today,
    valueFormat: 'DD/MM/YYYY',
    placeholder: t('dd/mm/yyyy'),
    defaultLevel: 'decade' as const,
    dateParser: (text: string) => typedPastDay(text, today),
  }
  return (
    <LazyDateBox
      {...(hint ? { description: hint, inputWrapperOrder: hintOrder } : {})}
      {...input}
      {...lockMark(lock)}
      {...(isPast ? past : {})}
      clearable={!input.required && !input.disabled}
      value={value ?? null}
      onChange={set}
      onNoDay={set}
    />
  )
})
