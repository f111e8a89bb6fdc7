import './receipts.css'
import '../ui/record/record.css'
import { Checkbox, TextInput } from '@mantine/core'
import type { OpenInvoice } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { use, useEffect, useState } from 'react'
import { typedNumber, writtenNumber } from '../form/fields/typed-number.ts'
import { FormContext, fieldIdOf, SectionContext } from '../form/form-context.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { DueDate } from '../ui/DueDate.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type Allocations, partName } from './allocation-form.ts'

type Props = { invoices: readonly OpenInvoice[]; currency: Currency; allocations: Allocations }

/** Open invoices, oldest first, each with the amount that it gets (RECV-1). */
export function AllocationTable({ invoices, currency, allocations }: Props) {
  const { t, language } = useTranslation()
  const isDisabled = use(FormContext)?.isDisabled ?? false
  const money = (amount: number) => moneyText(amount, language, currency)
  return (
    <div className="record-scroll">
      <table className="record-table allocation-table" aria-label={t('Open invoices')}>
        <thead>
          <tr>
            <th scope="col" className="allocation-tick">
              <span className="sr-only">{t('Pay')}</span>
            </th>
            <th scope="col">{t('Invoice')}</th>
            <th scope="col">{t('Issued')}</th>
            <th scope="col">{t('Due date')}</th>
            <th scope="col" data-align="end">
              {t('Amount due')}
            </th>
            <th scope="col" data-align="end">
              {t('Allocated')}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice, at) => (
            <tr key={invoice.id}>
              <td className="allocation-tick">
                <Checkbox
                  size="xs"
                  disabled={isDisabled}
                  aria-label={t('Pay {record}', { record: invoice.invoice_number })}
                  checked={Boolean(allocations.parts[at])}
                  onChange={(event) => allocations.toggle(invoice, event.currentTarget.checked)}
                />
              </td>
              <td data-label={t('Invoice')}>
                <PageLink to={`${invoicesPath}/${invoice.id}/view`} target="_blank">
                  {invoice.invoice_number}
                </PageLink>
              </td>
              <td data-label={t('Issued')}>{dateText(invoice.issued_date)}</td>
              <td data-label={t('Due date')}>
                <DueDate {...invoice} />
              </td>
              <td data-label={t('Amount due')} data-align="end">
                {money(invoice.amount_due)}
              </td>
              <td data-label={t('Allocated')} data-align="end">
                <PartInput invoice={invoice} value={allocations.parts[at] ?? null} allocations={allocations} at={at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PartProps = { invoice: OpenInvoice; value: number | null; allocations: Allocations; at: number }
/** Keeps the typed text. A proposed amount replaces it as soon as the two differ. */
function PartInput({ invoice, value, allocations, at }: PartProps) {
  const { t, language } = useTranslation()
  const frame = use(FormContext)
  const section = use(SectionContext)
  const name = partName(invoice)
  const label = invoice.invoice_number
  const register = frame?.register
  useEffect(() => register?.({ name, label, section }), [register, name, label, section])
  const written = writtenNumber(value, language, 2)
  const [text, setText] = useState(written)
  if (!Object.is(typedNumber(text, language), value) && !Number.isNaN(value)) setText(written)
  const told = frame?.form.state.errors[name]
  const fault = allocations.faults[at] ?? (typeof told === 'string' ? told : undefined)
  return (
    <TextInput
      id={fieldIdOf(name)}
      size="xs"
      className="allocation-part"
      aria-label={t('Amount for {record}', { record: label })}
      inputMode="decimal"
      autoComplete="off"
      placeholder={writtenNumber(0, language, 2)}
      disabled={frame?.isDisabled ?? false}
      error={fault ? sentence(t, fault) : undefined}
      data-proposed={allocations.isProposed || undefined}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        allocations.set(invoice, typedNumber(event.currentTarget.value, language))
      }}
    />
  )
}
