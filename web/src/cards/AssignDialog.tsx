import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { z } from 'zod'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useField } from '../form/form-context.ts'
import { type RecordForm, useRecordForm } from '../form/record-form.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'

import { type Chosen, ChosenText } from './chosen-cards.tsx'

const choice = z.object({ customerCompanyId: z.int() })
type Props = { opened: boolean; chosen: Chosen; onClose: () => void; onDone: () => void }

/** Assigns all cards or none (CARD-12). */
export function AssignDialog({ opened, chosen, onClose, onDone }: Props) {
  const form = useRecordForm(choice, { customerCompanyId: null })
  const assign = useAction(cardBulk.assign, { isShownInPlace: true })
  const close = () => {
    form.state.reset()
    assign.reset()
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      title="Assign Selected Cards To Customer"
      form={form}
      submit="Assign"
      isBusy={assign.isPending}
      error={assign.error?.message}
      onSubmit={(values) => {
        const { customerCompanyId } = values as z.output<typeof choice>
        const done = () => {
          close()
          onDone()
        }
        assign.mutate({ body: { ...chosen.body, customerCompanyId } }, { onSuccess: done })
      }}
      onClose={close}
    >
      <ChosenText chosen={chosen} />
      <CompanyField form={form} />
    </FormDialog>
  )
}

/** The provider's own company is also a choice, to unassign a card from a customer. */
function CompanyField({ form }: { form: RecordForm }) {
  const { value, input } = useField<number | null>('customerCompanyId', 'Company Name')
  const { company } = useSession()
  return (
    <CompanySelect
      {...input}
      data-autofocus
      openOnFocus={false}
      value={value}
      others={[{ id: company.id, name: company.name }]}
      onChange={(chosen) => form.change('customerCompanyId', chosen?.id ?? null)}
    />
  )
}
