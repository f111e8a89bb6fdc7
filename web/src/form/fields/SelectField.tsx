import { ChoiceBox } from '../../ui/choice/ChoiceBox.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { drawnField } from '../form-context.ts'
import { lockMark } from '../lock-mark.tsx'

export type SelectFieldProps = {
  name: string
  label: string
  options: readonly (string | { value: string; label: string })[]
  searchable?: boolean
  /** What the choice means, below the field. */
  hint?: string
}

const hintOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export const SelectField = drawnField<string | null, SelectFieldProps>(function SelectBox(props) {
  const { value, set, input, lock, options, searchable = false, hint } = props
  const { t } = useTranslation()
  const data = options.map((option) =>
    typeof option === 'string' ? { value: option, label: t(option) } : { value: option.value, label: t(option.label) },
  )
  return (
    <ChoiceBox
      {...(hint ? { description: hint, inputWrapperOrder: hintOrder } : {})}
      {...input}
      {...lockMark(lock)}
      data={data}
      value={value}
      onChange={set}
      searchable={searchable}
      allowDeselect={!input.required}
    />
  )
})
