import { Checkbox } from '@mantine/core'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { drawnField } from '../form-context.ts'

type CheckFieldProps = { name: string; label: string; about: string }

/** A checkbox with a description. If it is locked, the reason replaces the description. */
export const CheckField = drawnField<boolean, CheckFieldProps>(function CheckBox(props) {
  const { name, about, value, set, input, lock } = props
  const { t } = useTranslation()
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
})
