import { companyStatusWords } from '@portal/contract/customers/customers-words.data.ts'
import './customers.css'
import { accounts } from '@portal/contract/accounts/accounts.ts'
import { type Customer, customers } from '@portal/contract/customers/customers.ts'
import type { CompanyStatus } from '@portal/contract/customers/registration.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { IconCash, IconFileText } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { statementPath } from '../accounts/accounts.paths.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { type FormMode, useRecordForm, type Values } from '../form/record-form.ts'
import { MarginPanel } from '../margins/MarginPanel.tsx'
import { recordReceiptPath } from '../receipts/receipts.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AllData } from './AllData.tsx'
import { CustomerMails } from './CustomerMails.tsx'
import { CustomerSections } from './CustomerSections.tsx'
import { changeOf, customerForm, formOf } from './customer-form.ts'
import { customersPath } from './customers.paths.ts'
import { AccountSection } from './head/AccountSection.tsx'
import { CustomerHead } from './head/CustomerHead.tsx'
import { OpenInvoicesSection } from './head/OpenInvoicesSection.tsx'
import { isSameAddress, withSameAddress } from './same-address.ts'

/** The customer form (CUST-2). In view mode it is the customer's page, with what it owes and what waits (CUST-5, UX-1). */
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
  const isView = mode === 'view'
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
      badge={
        customer.company_status === 'active' ? null : (
          <StatusBadge word={companyStatusWords[customer.company_status as CompanyStatus]} context="companies" />
        )
      }
      mode={mode}
      form={form}
      intro={isView ? <CustomerHead customer={customer} /> : null}
      actions={isView ? <AccountLinks customer={customer} /> : null}
      list={{ label: 'Back', path: customersPath }}
      saver={{ isPending: update.isPending, mutateAsync: save }}
      submit="Save"
      edit={{ endpoint: customers.update, path: `${customersPath}/${customer.id}/edit` }}
      reread={async () => formOf(await reread())}
    >
      {isView ? (
        <>
          <AccountSection companyId={customer.id} />
          <OpenInvoicesSection companyId={customer.id} />
        </>
      ) : null}
      <CustomerSections form={form} isLooking={isView} isSame={isSame} onSame={changeSame} />
      {isView ? (
        <>
          <CustomerMails companyId={customer.id} companyName={customer.name} />
          <MarginPanel of="customer" id={customer.id} />
          <AllData customerId={customer.id} />
        </>
      ) : null}
    </FormPage>
  )
}

/** What is asked for with a customer on the phone, or its cheque in hand. */
function AccountLinks({ customer: { id, currency_id } }: { customer: Customer }) {
  const can = useCan()
  return (
    <>
      {can(accounts.statement) ? (
        <LinkButton to={statementPath(id)} icon={IconFileText} label="Statement of account" />
      ) : null}
      {can(receipts.create) ? (
        <LinkButton
          to={recordReceiptPath}
          search={{ company: id, currency: currency_id }}
          icon={IconCash}
          label="Record receipt"
        />
      ) : null}
    </>
  )
}
