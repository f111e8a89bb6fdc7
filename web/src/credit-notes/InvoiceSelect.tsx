import { invoices } from '@portal/contract/invoices/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { creditPath } from './credit-notes.paths.ts'

/** More are found by typing a part of the number. */
const size = 20

/** The customer's issued invoices, newest first. Choosing one goes to where its lines or amounts are credited. */
export function InvoiceSelect({ customer }: { customer: string | null }) {
  const { t, language } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const filter = [
    `company_name:${customer}`,
    'delivery:sent',
    ...(typed.trim() ? [`invoice_number::${typed.trim()}`] : []),
  ]
  const query = { filter, size, sort: 'issued_date,desc' }
  const { data, isFetching } = useQuery({
    queryKey: queryKeyOf(invoices.list, query),
    queryFn: ({ signal }) => call(invoices.list, { query: query as never }, { signal }),
    enabled: customer !== null,
    placeholderData: (earlier) => earlier,
  })
  const options = (data?.invoices ?? []).map((invoice) => ({
    value: invoice.invoice_number,
    label: [
      invoice.invoice_number,
      dateText(invoice.issued_date),
      moneyText(invoice.total_amount, language, invoice.currency),
    ].join(' · '),
  }))
  return (
    <ChoiceBox
      label={t('Invoice')}
      description={t('To credit an invoice, choose it to open its lines.')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t(customer === null ? 'Choose a customer first' : 'None: credit on account')}
      disabled={customer === null}
      loading={isFetching}
      data={options}
      // The service filters by what is typed.
      filter={({ options: found }) => found}
      value={null}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(number) => number && navigate({ to: creditPath(number), ignoreBlocker: true })}
    />
  )
}
