import { Text } from '@mantine/core'
import { type Claim, claims, reopenForm } from '@portal/contract/claims/claims.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ClaimSubject } from './ClaimSubject.tsx'

const { TextField } = fieldsOf(reopenForm)
type Props = { claim: Claim; opened: boolean; onClose: () => void }

/** Asks why, so that the log can say it. */
export function ReopenDialog({ claim, opened, onClose }: Props) {
  const { t } = useTranslation()
  const form = useRecordForm(reopenForm, { reason: '' })
  const reopen = useAction(claims.reopen)
  const send = ({ reason }: Record<string, unknown>) =>
    reopen.mutateAsync({ params: { id: claim.id }, body: { reason: String(reason), version: claim.version } })
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Open the claim again" submit="Open again" isBusy={reopen.isPending}>
      <ClaimSubject claim={claim} />
      <Text>{t('It leaves its packet and can be sent again.')}</Text>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
