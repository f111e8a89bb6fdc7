import './credit-notes.css'
import '../receipts/receipts.css'
import '../ui/record/record.css'
import { sumCredit } from '@portal/contract/credit-notes/credit-sums.rules.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { useState } from 'react'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { SelectField } from '../form/fields/SelectField.tsx'
import { TextField } from '../form/fields/TextField.tsx'
import { useRecordForm } from '../form/record-form.ts'
import { CustomerField } from '../pickers/CustomerField.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { CreditAmounts } from './CreditAmounts.tsx'
import { CreditSum } from './CreditSum.tsx'
import { customerCreditShape, typedAmountOf } from './credit-form.ts'
import { creditNotesPath } from './credit-notes.paths.ts'
import { InvoiceSelect } from './InvoiceSelect.tsx'
import { useCreditSaver } from './use-credit-saver.ts'

/** Credits a customer without an invoice; for one of its invoices, leads to that invoice's lines (RECV-3). */
export function NewCreditNotePage() {
  const { t } = useTranslation()
  const [rows, setRows] = useState<readonly number[]>([0])
  const [customer, setCustomer] = useState<string | null>(null)
  const form = useRecordForm(customerCreditShape(rows), { company_id: null, currency: 'CAD', reason: '' })
  const { values } = form.state
  const currency = values.currency as Currency
  const amounts = rows.map((row) => typedAmountOf(values, row))
  const body = { company_id: values.company_id as number, currency, reason: String(values.reason), amounts }
  return (
    <div className="receipt-form">
      <FormPage
        title="New credit note"
        mode="add"
        form={form}
        list={{ label: 'Back to Credit notes', path: creditNotesPath }}
        saver={useCreditSaver(body, rows)}
        submit="Issue credit note"
        bar={<CreditSum total={sumCredit(amounts)} currency={currency} />}
      >
        <FormSection title="Credited customer">
          <CustomerField form={form} onChoose={(company) => setCustomer(company?.name ?? null)} />
          <InvoiceSelect key={customer} customer={customer} />
          <SelectField name="currency" label="Currency" options={currencies} />
          <TextField name="reason" label="Reason" />
        </FormSection>
        <section className="panel form-section" aria-labelledby="credit-what">
          <h2 id="credit-what">{t('What is credited')}</h2>
          <p className="record-note">{t('The credit stays on account until it is applied to invoices or refunded.')}</p>
          <CreditAmounts rows={rows} currency={currency} onRows={setRows} />
        </section>
      </FormPage>
    </div>
  )
}
