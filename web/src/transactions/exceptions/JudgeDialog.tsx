import { Text } from '@mantine/core'
import { exceptionWords } from '@portal/contract/exceptions/exception-rules.data.ts'
import { type ExceptionRow, exceptions, judgeInput, type Verdict } from '@portal/contract/exceptions/exceptions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useIsStaff } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useDialogSubmit } from '../../form/dialog-submit.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useRecordForm } from '../../form/record-form.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { Finding } from './Finding.tsx'

const { TextField } = fieldsOf(judgeInput)

export type Judging = { row: ExceptionRow; verdict: Verdict }
type Props = Judging & { opened: boolean; onClose: () => void }

/** Confirms or dismisses an exception, with a note. It says what the verdict does (EXC-2). */
export function JudgeDialog({ row, verdict, opened, onClose }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isStaff = useIsStaff()
  const form = useRecordForm(judgeInput, { verdict, note: '' })
  const judge = useAction(exceptions.judge, {
    second: ({ is_accepted }) => ({ detail: is_accepted ? t('The transaction is accepted for billing.') : undefined }),
  })
  const send = async ({ note }: Record<string, unknown>) => {
    await judge.mutateAsync({ params: { id: row.id }, body: { verdict, note: note ? String(note) : null } })
    await queries.invalidateQueries({ queryKey: ['transactions'] })
  }
  const wiring = useDialogSubmit(form, send, onClose)
  const isConfirmed = verdict === 'confirmed'
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={isConfirmed ? 'Confirm exception' : 'Dismiss exception'}
      submit={isConfirmed ? 'Confirm exception' : 'Dismiss exception'}
      isBusy={judge.isPending}
    >
      <Text fw={600}>
        {row.authentication_id} · {t(exceptionWords[row.rule])}
      </Text>
      <Finding row={row} />
      <Text size="sm">{t(consequence(row, isConfirmed, isStaff))}</Text>
      <TextField name="note" label="Note" isFirst />
    </FormDialog>
  )
}

function consequence({ is_invoiced, severity }: ExceptionRow, isConfirmed: boolean, isStaff: boolean): string {
  if (!isStaff) return 'The provider sees your verdict and decides.'
  if (is_invoiced) return 'The transaction is already invoiced and stays as it is.'
  if (severity === 'notice') return 'It does not keep the transaction out of billing.'
  return isConfirmed
    ? 'The transaction stays out of billing until it is accepted.'
    : 'With the last dismissal, the transaction is accepted for billing, unless it waits for something else.'
}
