import { AppError } from '@portal/contract/errors.ts'
import {
  type InvoiceField,
  invoiceFields,
  invoiceLock,
  invoiceStatuses,
  lockReasonOf,
  nextStatuses,
} from '@portal/contract/invoices/invoice-status.rules.ts'
import { type Invoice, invoiceForm, invoices } from '@portal/contract/invoices/invoices.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { fieldsOf } from '../form/fields.ts'
import { SectionContext } from '../form/form-context.ts'
import { useRecordForm, type Values, valuesOf } from '../form/record-form.ts'
import { InvoiceStatusText } from '../ui/InvoiceStatusText.tsx'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { changeBody } from './change-body.ts'
import { fieldLabels, InvoiceFact, InvoiceHeading, PaidFacts } from './invoice-facts.tsx'
import { backToInvoices } from './invoices.paths.ts'
import { creditNoteLine, notifyRepriced } from './notify-repriced.ts'

const VoidQuestion = lazily(() => import('./VoidQuestion.tsx'), 'VoidQuestion')
const { DateField, SelectField } = fieldsOf(invoiceForm)

const formValues = (invoice: Invoice): Values => valuesOf(invoiceForm, { ...invoice, status: invoice.status.key })

type Answering = { answer: (reason: string | null) => void }

export function InvoiceEditForm({ invoice, readAgain }: { invoice: Invoice; readAgain: () => Promise<Invoice> }) {
  const { t } = useTranslation()
  const form = useRecordForm(invoiceForm, formValues(invoice))
  const update = useAction(invoices.update, { keepPlace: true, second: (saved) => creditNoteLine(t, saved) })
  const [asking, setAsking] = useState<Answering | null>(null)
  const reasonFor = () =>
    new Promise<string | null>((answer) => {
      setAsking({ answer })
    })
  const save = async (values: Values) => {
    const { status, version, invoice_number: _, ...dates } = values as z.output<typeof invoiceForm>
    const reason = status === 'VOID' ? await reasonFor() : null
    // The user cancelled: nothing was saved, and there is nothing to report.
    if (status === 'VOID' && reason === null) throw new AppError('request.invalid', {})
    notifyRepriced(
      t,
      await update.mutateAsync({
        body: changeBody(invoice, { status, version: version ?? null, ...dates }, reason ?? undefined),
      }),
    )
  }
  const answered = (reason: string | null) => {
    asking?.answer(reason)
    setAsking(null)
  }
  return (
    <>
      <FormPage
        title="Invoice"
        subject={invoice.invoice_number}
        badge={<InvoiceStatusText status={invoice.status.key} badge={invoice.badge} />}
        mode="edit"
        form={form}
        list={backToInvoices}
        locked={invoiceLock(invoice.status.key)}
        saver={{ isPending: update.isPending, mutateAsync: save }}
        reread={async () => formValues(await readAgain())}
      >
        <section className="panel form-section" aria-labelledby="invoice-head">
          <InvoiceHeading invoice={invoice} />
          <InvoiceFields invoice={invoice} />
        </section>
      </FormPage>
      <WhenFirst asked={asking !== null}>
        <VoidQuestion invoice={invoice} opened={asking !== null} isBusy={false} onAnswer={answered} />
      </WhenFirst>
    </>
  )
}

/**
 * Editable values as fields, then locked values as text with the reason (INV-5). On a fully locked invoice, the fields
 * are disabled with the reason on top (LIT-4).
 */
function InvoiceFields({ invoice }: { invoice: Invoice }) {
  const isWholeLocked = invoiceLock(invoice.status.key) !== null
  const isField = (field: InvoiceField) => lockReasonOf(isWholeLocked ? 'DRAFT' : invoice.status.key, field) === null
  const statuses = [invoice.status.key, ...nextStatuses(invoice.status.key)].map((value) => ({
    value,
    label: invoiceStatuses[value],
  }))
  const dates = (['issued_date', 'due_date', 'start_date', 'end_date'] as const).filter(isField)
  return (
    <SectionContext value="Invoice">
      <div className="form-grid invoice-open">
        {dates.map((name) => (
          <DateField key={name} name={name} label={fieldLabels[name]} />
        ))}
        <SelectField name="status" label={fieldLabels.status} options={statuses} />
      </div>
      <dl className="invoice-facts">
        {invoiceFields
          .filter((field) => !isField(field))
          .map((field) => (
            <InvoiceFact
              key={field}
              field={field}
              invoice={invoice}
              reason={isWholeLocked ? null : lockReasonOf(invoice.status.key, field)}
            />
          ))}
        <PaidFacts invoice={invoice} />
      </dl>
    </SectionContext>
  )
}
