import { Text } from '@mantine/core'
import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'

const typed = z.object({ code: z.string().trim().min(1) })
const { TextField } = fieldsOf(typed)

/** A code proves that it is the owner who turns it off, whatever was proved before. */
export function TurnOffDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useRecordForm(typed, { code: '' })
  const remove = useAction(secondFactor.remove, { isShownInPlace: true })
  const wiring = useDialogSubmit(form, ({ code }) => remove.mutateAsync({ body: { code: String(code) } }), onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Turn off two-step verification"
      submit="Turn off"
      isBusy={remove.isPending}
    >
      <Text size="sm">
        {t('This removes the app, all passkeys and the recovery codes. Then your password alone signs you in.')}
      </Text>
      <TextField name="code" label="Code or recovery code" isFirst />
    </FormDialog>
  )
}
