import { type CompanyRow, companyRejection, fuelCompanies } from '@portal/contract/customers/registration.ts'
import { useAction } from '../api/use-action.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useRecordForm } from '../form/record-form.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { NoteField } from './NoteField.tsx'

export type Decision = 'approve' | 'reject'
type Props = { row: CompanyRow; decision: Decision; opened: boolean; onClose: () => void }

/** Each decision is confirmed first, because the company is notified by e-mail (COMP-7). */
export function DecisionDialogs({ decision, ...rest }: Props) {
  return decision === 'approve' ? <ApproveDialog {...rest} /> : <RejectDialog {...rest} />
}

type DialogProps = Omit<Props, 'decision'>
function ApproveDialog({ row, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const approve = useAction(fuelCompanies.approve)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Approve the registration')}
      text={t('The company becomes a customer and its Admin can sign in. We notify them by e-mail.')}
      subject={`${row.company_name} · ${row.email ?? ''}`}
      confirm="Approve"
      busy={approve.isPending}
      onConfirm={() => approve.mutate({ params: { id: row.id } }, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}

function RejectDialog({ row, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const reject = useAction(fuelCompanies.reject, { isShownInPlace: true })
  const form = useRecordForm(companyRejection, { reason: '' })
  return (
    <FormDialog
      opened={opened}
      title="Reject the registration"
      form={form}
      submit="Reject"
      isBusy={reject.isPending}
      error={reject.error?.message}
      first="reason"
      onSubmit={(values) =>
        reject.mutate({ params: { id: row.id }, body: { reason: String(values.reason ?? '') } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p className="dialog-text">
        {t('We e-mail the reason to {company}. They can register again with the same address.', {
          company: row.company_name,
        })}
      </p>
      <NoteField name="reason" label="Reason" />
    </FormDialog>
  )
}
