import { Text } from '@mantine/core'
import { text } from '@portal/contract/fields.ts'
import { z } from 'zod'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useRefreshMoney } from '../receipts/use-refresh-money.ts'
import { useTranslation } from '../ui/words/translation.ts'

const asked = z.object({ reason: text(200) })
const { TextField } = fieldsOf(asked)
type Props = {
  title: string
  submit: string
  subject: string
  /** What follows. */
  effect: string
  isBusy: boolean
  send: (reason: string) => Promise<unknown>
  opened: boolean
  onClose: () => void
}

/** Asks for the reason before a movement of money is reversed. */
export function UndoDialog({ title, submit, subject, effect, isBusy, send, opened, onClose }: Props) {
  const { t } = useTranslation()
  const form = useRecordForm(asked, { reason: '' })
  const refresh = useRefreshMoney()
  const wiring = useDialogSubmit(
    form,
    async ({ reason }) => {
      await send(String(reason))
      await refresh()
    },
    onClose,
  )
  return (
    <FormDialog {...wiring} opened={opened} title={title} submit={submit} isBusy={isBusy}>
      <Text fw={600}>{subject}</Text>
      <Text>{t(effect)}</Text>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
