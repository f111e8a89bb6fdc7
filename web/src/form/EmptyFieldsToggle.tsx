import { Button } from '@mantine/core'
import { useTranslation } from '../ui/words/translation.ts'
import type { FieldInfo } from './form-context.ts'
import { isFilled, type RecordForm } from './record-form.ts'

type Props = {
  fields: readonly FieldInfo[]
  form: RecordForm
  isUnfolded: boolean
  onToggle: (isUnfolded: boolean) => void
}

/** Shows what is folded away on a page to read. Folded fields stay in the page for assistive technology (LIT-7). */
export function EmptyFieldsToggle({ fields, form, isUnfolded, onToggle }: Props) {
  const { t } = useTranslation()
  const count = fields.filter(({ name }) => name !== '' && !isFilled(form.state.values[name])).length
  if (count === 0) return null
  return (
    <Button
      className="empty-fields"
      variant="default"
      size="compact-sm"
      aria-expanded={isUnfolded}
      onClick={() => onToggle(!isUnfolded)}
    >
      {isUnfolded ? t('Hide empty fields') : t('Show empty fields ({count})', { count })}
    </Button>
  )
}
