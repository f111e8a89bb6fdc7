import { type Customer, customers } from '@portal/contract/customers/customers.ts'
import type { ReactNode } from 'react'
import { useAction } from '../../api/use-action.ts'
import { type RecordForm, useRecordForm, type Values } from '../../form/record-form.ts'
import { AddressFields, BrandFields, CreditFields, GeneralFields } from '../CustomerFields.tsx'
import { changeOf, customerForm, formOf } from '../customer-form.ts'
import { StepForm } from './StepForm.tsx'

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
  const lacksAddress = step !== 'company' && (customer.address1 === null || customer.email === null)
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
        {/* A customer cannot be saved without these. */}
        {lacksAddress ? <CompanyFields form={form} /> : null}
        <StepFields step={step} form={form} />
      </div>
    </StepForm>
  )
}

function StepFields({ step, form }: { step: RecordStepName; form: RecordForm }) {
  if (step === 'company') return <CompanyFields form={form} />
  return step === 'terms' ? <CreditFields /> : <BrandFields />
}

const CompanyFields = ({ form }: { form: RecordForm }) => (
  <>
    <GeneralFields />
    <AddressFields form={form} />
  </>
)
