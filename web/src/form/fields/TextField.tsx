import { Button, TextInput } from '@mantine/core'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { drawnField } from '../form-context.ts'
import { keepFocus } from '../keep-focus.ts'
import { lockMark } from '../lock-mark.tsx'

export type TextFieldProps = {
  name: string
  label: string
  digits?: boolean
  placeholder?: string
  isFirst?: boolean
  /** What the field accepts, shown before there is an error. */
  hint?: string
  /** A corrected version of the input, offered in one click when it differs. */
  repair?: (typed: string) => string | null
}

const hintOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export const TextField = drawnField<string | null, TextFieldProps>(function TextBox(props) {
  const { value, set, input, lock, digits = false, placeholder, isFirst, hint, repair } = props
  const { t } = useTranslation()
  const repaired = input.error && repair ? repair(value ?? '') : null
  const box = (
    <TextInput
      {...(hint ? { description: sentence(t, hint), inputWrapperOrder: hintOrder } : {})}
      {...input}
      {...(digits ? { inputMode: 'numeric' } : {})}
      {...lockMark(lock)}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      placeholder={placeholder}
      autoComplete="off"
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
  if (!repair) return box
  return (
    <div>
      {box}
      {repaired === null ? null : (
        <Button {...keepFocus} size="compact-xs" variant="default" mt={4} onClick={() => set(repaired)}>
          {t('Use {value}', { value: repaired })}
        </Button>
      )}
    </div>
  )
})
