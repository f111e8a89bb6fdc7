import { type Customer, customers } from '@portal/contract/customers/customers.ts'
import type { ReactNode } from 'react'
import { useAction } from '../../api/use-action.ts'
import { fieldsOf } from '../../form/fields.ts'
import { type RecordForm, useRecordForm, type Values } from '../../form/record-form.ts'
import { CustomerFields } from '../CustomerFields.tsx'
import { changeOf, customerForm, formOf } from '../customer-form.ts'
import { StepForm } from './StepForm.tsx'

const { TextField } = fieldsOf(customerForm)

type RecordStepName = 'company' | 'terms' | 'brand'
type Props = {
  step: RecordStepName
  customer: Customer
  reread: () => Promise<Customer>
  ways: ReactNode
  onSaved: () => void
}

/** The steps that change the customer's record, with a part of its form each. */
export function RecordStep({ step, customer, reread, ways, onSaved }: Props) {
  const form = useRecordForm(customerForm, formOf(customer))
  const update = useAction(customers.update, { keepPlace: true })
  const save = (values: Values) => update.mutateAsync({ params: { id: customer.id }, body: changeOf(values) })
  return (
    <StepForm
      form={form}
      submit="Save and continue"
      save={save}
      isBusy={update.isPending}
      onSaved={onSaved}
      reread={async () => formOf(await reread())}
      ways={ways}
    >
      <div className="form-grid">
        {step === 'company' ? <CompanyFields form={form} /> : <RequiredFields customer={customer} />}
        {step === 'terms' ? <CustomerFields part="credit" form={form} /> : null}
        {step === 'brand' ? <CustomerFields part="brand" form={form} /> : null}
      </div>
    </StepForm>
  )
}

/** A customer cannot be saved without these. */
const RequiredFields = ({ customer: { email, address1 } }: { customer: Customer }) => (
  <>
    {email === null ? <TextField name="email" label="Email" /> : null}
    {address1 === null ? <TextField name="address1" label="Address" /> : null}
  </>
)
const CompanyFields = ({ form }: { form: RecordForm }) => (
  <>
    <CustomerFields part="general" form={form} />
    <CustomerFields part="address" form={form} />
  </>
)
