import '../imports/importing.css'
import { Button, Text, TextInput } from '@mantine/core'
import type { BankLine } from '@portal/contract/bank-files/bank-lines.ts'
import { proposeAllocations } from '@portal/contract/receipts/allocations.rules.ts'
import { type OpenInvoice, receipts } from '@portal/contract/receipts/receipts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { typedNumber } from '../form/fields/typed-number.ts'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, moneyText } from '../ui/words/texts.ts'
import type { PaidParts } from './paid-parts.ts'

type Props = {
  line: BankLine
  company: number
  parts: PaidParts
  left: number
  onChange: (parts: PaidParts) => void
}

/** The customer's open invoices with what each gets. The rest stays on account. */
export function InvoiceParts({ line, company, parts, left, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const { currency } = line
  const query = { company_id: company, currency }
  const { data } = useQuery({
    queryKey: queryKeyOf(receipts.openInvoices, { query }),
    queryFn: ({ signal }) => call(receipts.openInvoices, { query }, { signal }),
  })
  const invoices = data?.invoices ?? []
  const money = (amount: number) => moneyText(amount, i18n.language, currency)
  const propose = () => {
    const amounts = proposeAllocations(invoices, line.amount)
    onChange(Object.fromEntries(invoices.map(({ invoice_number }, at) => [invoice_number, amounts[at] || null])))
  }
  return (
    <div className="bank-parts">
      {data && invoices.length === 0 ? <Text size="sm">{t('This customer has no open invoice.')}</Text> : null}
      {invoices.length > 0 ? (
        <>
          <div className="bank-parts-head">
            <Text size="sm">{t('Open invoices, oldest first')}</Text>
            <Button size="compact-xs" variant="subtle" onClick={propose}>
              {t('Pay the oldest first')}
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <section className="import-scroll" aria-label={t('Open invoices, oldest first')} tabIndex={0}>
            <table className="import-table">
              <thead>
                <tr>
                  <th scope="col">{t('Invoice')}</th>
                  <th scope="col">{t('Due date')}</th>
                  <th scope="col">{t('Amount due')}</th>
                  <th scope="col">{t('Pays')}</th>
                </tr>
              </thead>
              <tbody>
                {invoices.map((invoice) => (
                  <tr key={invoice.id}>
                    <td>{invoice.invoice_number}</td>
                    <td>{dateText(invoice.due_date)}</td>
                    <td data-align="end">{money(invoice.amount_due)}</td>
                    <td data-align="end">
                      <PartInput
                        invoice={invoice}
                        value={parts[invoice.invoice_number] ?? null}
                        onChange={(part) => onChange({ ...parts, [invoice.invoice_number]: part })}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      ) : null}
      <Text size="sm" fw={600} {...(left < 0 ? { c: 'bad', role: 'alert' } : {})}>
        {left < 0
          ? t('{amount} too much', { amount: money(-left) })
          : t('On account: {amount}', { amount: money(left) })}
      </Text>
    </div>
  )
}

type PartProps = { invoice: OpenInvoice; value: number | null; onChange: (part: number | null) => void }
/** Keeps the typed text until another amount replaces it. */
function PartInput({ invoice, value, onChange }: PartProps) {
  const { t } = useTranslation()
  const written = value === null || Number.isNaN(value) ? '' : value.toFixed(2)
  const [text, setText] = useState(written)
  if (!Object.is(typedNumber(text), value) && !Number.isNaN(value)) setText(written)
  const fault = Number.isNaN(value)
    ? 'field.number'
    : (value ?? 0) > invoice.amount_due
      ? 'payment.exceeds-due'
      : undefined
  return (
    <TextInput
      size="xs"
      className="bank-part"
      aria-label={t('Amount for {record}', { record: invoice.invoice_number })}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      error={fault ? sentence(t, fault) : undefined}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(typedNumber(event.currentTarget.value))
      }}
    />
  )
}
