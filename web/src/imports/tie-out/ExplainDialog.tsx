import { Text } from '@mantine/core'
import { explanationForm } from '@portal/contract/imports/tie-out.ts'
import { useDialogSubmit } from '../../form/dialog-submit.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useRecordForm } from '../../form/record-form.ts'
import { useTranslation } from '../../ui/words/translation.ts'

const { TextField } = fieldsOf(explanationForm)

type Props = {
  stored: string | null
  isBusy: boolean
  onSend: (explanation: string | null) => Promise<unknown>
  opened: boolean
  onClose: () => void
}

/** Asks why something does not tie. The audit log keeps the answer. */
export function ExplainDialog({ stored, isBusy, onSend, opened, onClose }: Props) {
  const { t } = useTranslation()
  const form = useRecordForm(explanationForm, { explanation: stored ?? '' })
  const wiring = useDialogSubmit(form, ({ explanation }) => onSend((explanation as string) || null), onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Explain the difference" submit="Save" isBusy={isBusy}>
      <Text size="sm">{t('Explain why it does not tie out. Leave it empty to remove the explanation.')}</Text>
      <TextField name="explanation" label="Explanation" isFirst />
    </FormDialog>
  )
}
