import { Skeleton } from '@mantine/core'
import type { CustomerOverview } from '@portal/contract/customers/customers.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { DueDate } from '../../ui/DueDate.tsx'
import { InvoiceStatusText } from '../../ui/InvoiceStatusText.tsx'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { dateText, moneyText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { useOverview } from '../use-overview.ts'

/** The open invoices that are due first. */
export function OpenInvoicesSection({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const { data, error } = useOverview(companyId)
  return (
    <FormSection title="Open invoices">
      <div className="customer-wide">
        {data || error ? null : <Skeleton height={64} />}
        {data?.open_count === 0 ? <p className="customer-note">{t('No open invoices')}</p> : null}
        {data && data.open_count > 0 ? <Table overview={data} /> : null}
      </div>
    </FormSection>
  )
}

function Table({ overview: { open_invoices: shown, open_count } }: { overview: CustomerOverview }) {
  const { t, language } = useTranslation()
  return (
    <>
      <table className="record-table" aria-label={t('Open invoices')}>
        <thead>
          <tr>
            <th scope="col">{t('Invoice number')}</th>
            <th scope="col">{t('Issued')}</th>
            <th scope="col">{t('Due', { context: 'date' })}</th>
            <th scope="col">{t('Status')}</th>
            <th scope="col" data-align="end">
              {t('Amount due')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((invoice) => (
            <tr key={invoice.id}>
              <td>
                <PageLink to={`${invoicesPath}/${invoice.id}/view`}>{invoice.invoice_number}</PageLink>
              </td>
              <td data-label={t('Issued')}>{dateText(invoice.issued_date)}</td>
              <td data-label={t('Due', { context: 'date' })}>
                <DueDate {...invoice} />
              </td>
              <td data-label={t('Status')}>
                <InvoiceStatusText {...invoice} />
              </td>
              <td data-align="end" data-label={t('Amount due')}>
                {moneyText(invoice.amount_due, language, invoice.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open_count > shown.length ? (
        <p className="record-note">{t('The {count} invoices due first.', { count: shown.length })}</p>
      ) : null}
    </>
  )
}
