import { Text } from '@mantine/core'
import { type BankLine, bankLines, ignoreForm } from '@portal/contract/bank-files/bank-lines.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { nameOfLine } from './line-texts.ts'

const { TextField } = fieldsOf(ignoreForm)
type Props = { line: BankLine; opened: boolean; onClose: () => void }

/** Asks why a line is not booked, such as interest or a transfer between own accounts. */
export function IgnoreDialog({ line, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const form = useRecordForm(ignoreForm, { reason: '' })
  const restore = useAction(bankLines.restore)
  const ignore = useAction(bankLines.ignore, {
    second: ({ id, version }) => ({
      actions: [{ label: t('Undo'), run: () => restore.mutate({ params: { id }, body: { version } }) }],
    }),
  })
  const send = ({ reason }: Record<string, unknown>) =>
    ignore.mutateAsync({ params: { id: line.id }, body: { reason: String(reason), version: line.version } })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Ignore bank line" submit="Ignore" isBusy={ignore.isPending}>
      <Text>{t('It will not be booked. You can open it again.')}</Text>
      <Text fw={600}>
        {nameOfLine(line)} · {moneyText(line.amount, language, line.currency)}
      </Text>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
