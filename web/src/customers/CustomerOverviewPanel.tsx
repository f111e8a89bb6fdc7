import { Skeleton } from '@mantine/core'
import { cardStatusWords } from '@portal/contract/cards/cards.ts'
import { type Customer, type CustomerOverview, customers } from '@portal/contract/customers/customers.ts'
import { logs } from '@portal/contract/logs/logs.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountSummary } from '../accounts/AccountSummary.tsx'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { FormSection } from '../form/FormSection.tsx'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { logsPath } from '../logs/logs.paths.ts'
import { MarginPanel } from '../margins/MarginPanel.tsx'
import { DueDate } from '../ui/DueDate.tsx'
import { InvoiceStatusText } from '../ui/InvoiceStatusText.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { dateText, moneyText, quantityText } from '../ui/words/texts.ts'
import { usersPath } from '../users/users.paths.ts'
import { CustomerMails } from './CustomerMails.tsx'

/** The customer's cards and balances, above its terms (CUST-5). */
export function CustomerOverviewPanel({ customer }: { customer: Customer }) {
  const params = { id: customer.id }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(customers.overview, { params }),
    queryFn: ({ signal }) => call(customers.overview, { params }, { signal }),
  })
  if (error)
    return (
      <FormSection title="Overview">
        <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
      </FormSection>
    )
  return (
    <>
      <FormSection title="Overview">
        {data ? <Figures customer={customer} overview={data} /> : <Skeleton height={64} className="customer-wide" />}
      </FormSection>
      <AccountSummary companyId={customer.id} />
      <MarginPanel of="customer" id={customer.id} />
      {data && data.open_count > 0 ? (
        <FormSection title="Open invoices">
          <OpenInvoices overview={data} />
        </FormSection>
      ) : null}
      <CustomerMails companyId={customer.id} companyName={customer.name} />
    </>
  )
}

function Figures({ customer, overview }: { customer: Customer; overview: CustomerOverview }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const locale = i18n.language
  const cards = overview.cards.reduce((sum, { count }) => sum + count, 0)
  const filtered = (field: string) => ({ filter: [`${field}:${customer.name}`] }) as never
  return (
    <>
      <dl className="customer-figures">
        <Figure
          name={t('Cards')}
          note={overview.cards.map(
            ({ status, count }) =>
              `${t(cardStatusWords[status as keyof typeof cardStatusWords] ?? status)} ${quantityText(count, locale)}`,
          )}
        >
          <Link to={cardsPath} search={filtered('company_name')}>
            {quantityText(cards, locale)}
          </Link>
        </Figure>
        <Figure name={t('Open invoices')}>{quantityText(overview.open_count, locale)}</Figure>
        <Figure name={t('Transactions')}>{quantityText(customer.order_cnt, locale)}</Figure>
        <Figure name={t('Invoices')}>{quantityText(customer.invoice_cnt, locale)}</Figure>
        <Figure name={t('Users')}>
          <Link to={usersPath} search={filtered('company')}>
            {quantityText(overview.users, locale)}
          </Link>
        </Figure>
      </dl>
      {can(logs.list) ? (
        <p className="customer-wide customer-history">
          <Link to={logsPath} search={{ filter: ['record_type:customer', `record_label:${customer.name}`] } as never}>
            {t('History of this customer')}
          </Link>
        </p>
      ) : null}
    </>
  )
}

function Figure({ name, note = [], children }: { name: string; note?: readonly string[]; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note.length > 0 ? <dd className="customer-note">{note.join(' · ')}</dd> : null}
    </div>
  )
}

function OpenInvoices({ overview }: { overview: CustomerOverview }) {
  const { t, i18n } = useTranslation()
  const { open_invoices: shown, open_count } = overview
  return (
    <div className="customer-wide customer-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Invoice number')}</th>
            <th scope="col">{t('Issued')}</th>
            <th scope="col">{t('Due', { context: 'date' })}</th>
            <th scope="col">{t('Status')}</th>
            <th scope="col" className="end">
              {t('Amount due')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((invoice) => (
            <tr key={invoice.id}>
              <td>
                <Link to={`${invoicesPath}/${invoice.id}/view`}>{invoice.invoice_number}</Link>
              </td>
              <td>{dateText(invoice.issued_date)}</td>
              <td>
                <DueDate {...invoice} />
              </td>
              <td>
                <InvoiceStatusText {...invoice} />
              </td>
              <td className="end">{moneyText(invoice.amount_due, i18n.language, invoice.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {open_count > shown.length ? (
        <p className="customer-note">{t('The {count} invoices due first.', { count: shown.length })}</p>
      ) : null}
    </div>
  )
}
