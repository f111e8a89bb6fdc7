import './customers.css'
import { type Customer, customers } from '@portal/contract/customers/customers.ts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { type FormMode, useRecordForm, type Values } from '../form/record-form.ts'
import { CustomerOverviewPanel } from './CustomerOverviewPanel.tsx'
import { CustomerSections } from './CustomerSections.tsx'
import { changeOf, customerForm, formOf } from './customer-form.ts'
import { customersPath } from './customers.paths.ts'
import { isSameAddress, withSameAddress } from './same-address.ts'

/** The customer form (CUST-2). In view mode, it also shows purchases and amounts due (CUST-5). */
export function CustomerFormPage({ mode }: { mode: FormMode }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <RecordLoader endpoint={customers.get} id={id} failed="Error fetching customer data. Please refresh your browser.">
      {(customer, reread) => (
        <CustomerForm key={`${customer.id} ${mode}`} mode={mode} customer={customer} reread={reread} />
      )}
    </RecordLoader>
  )
}

type Props = { mode: FormMode; customer: Customer; reread: () => Promise<Customer> }
function CustomerForm({ mode, customer, reread }: Props) {
  const form = useRecordForm(customerForm, formOf(customer))
  const [isSame, setSame] = useState(isSameAddress(form.state.getInitialValues()))
  const update = useAction(customers.update, { keepPlace: true })
  const save = async (values: Values) => {
    const body = changeOf(isSame ? withSameAddress(values) : values)
    const saved = await update.mutateAsync({ params: { id: customer.id }, body })
    form.settle(formOf(saved))
  }
  const changeSame = (isNow: boolean) => {
    setSame(isNow)
    if (isNow)
      for (const [name, value] of Object.entries(withSameAddress(form.state.getValues()))) form.change(name, value)
  }
  return (
    <FormPage
      title="Customer"
      subject={`${customer.name}${customer.company_number ? ` (${customer.company_number})` : ''}`}
      mode={mode}
      form={form}
      list={{ label: 'Back', path: customersPath }}
      saver={{ isPending: update.isPending, mutateAsync: save }}
      submit="Save"
      edit={{ endpoint: customers.update, path: `${customersPath}/${customer.id}/edit` }}
      reread={async () => formOf(await reread())}
    >
      {mode === 'view' ? <CustomerOverviewPanel customer={customer} /> : null}
      <CustomerSections form={form} isLooking={mode === 'view'} isSame={isSame} onSame={changeSame} />
    </FormPage>
  )
}
