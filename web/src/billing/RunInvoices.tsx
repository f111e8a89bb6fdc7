import { Skeleton } from '@mantine/core'
import type { BillingRun } from '@portal/contract/billing/billing-runs.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { InvoiceStatusText } from '../ui/InvoiceStatusText.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const shown = 20

/** The run's invoices as they are now, in order of their numbers (UX-8). */
export function RunInvoices({ run }: { run: BillingRun }) {
  const { t, language } = useTranslation()
  const query = { filter: [`run:${run.id}`], sort: 'invoice_number,asc', size: shown }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(invoices.list, { query, made: run.invoices_made }),
    queryFn: ({ signal }) => call(invoices.list, { query }, { signal }),
  })
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={120} />
  return (
    <section className="panel form-section" aria-labelledby="run-invoices">
      <h2 id="run-invoices">{t('Invoices of this run')}</h2>
      <table className="record-table" aria-labelledby="run-invoices">
        <thead>
          <tr>
            {['Invoice number', 'Company', 'Status'].map((header) => (
              <th key={header} scope="col">
                {t(header)}
              </th>
            ))}
            <th scope="col" data-align="end">
              {t('Total amount')}
            </th>
            <th scope="col" data-align="end">
              {t('Amount due')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td data-label={t('Invoice number')}>
                <RecordLink kind="invoice" id={invoice.id}>
                  {invoice.invoice_number}
                </RecordLink>
              </td>
              <td data-label={t('Company')}>
                <RecordLink kind="company" id={invoice.company_id}>
                  {invoice.company_name}
                </RecordLink>
              </td>
              <td data-label={t('Status')}>
                <InvoiceStatusText status={invoice.status.key} badge={invoice.badge} />
              </td>
              <td data-label={t('Total amount')} data-align="end">
                {moneyText(invoice.total_amount, language, invoice.currency)}
              </td>
              <td data-label={t('Amount due')} data-align="end">
                {moneyText(invoice.amount_due, language, invoice.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.metadata.total_count > shown ? (
        <p className="record-note">
          {t('Showing the first {shown} of {count}.', { shown, count: data.metadata.total_count })}{' '}
          <PageLink className="record-link" to={invoicesPath} search={{ filter: `run:${run.id}` }}>
            {t('Show all of them')}
          </PageLink>
        </p>
      ) : null}
    </section>
  )
}
