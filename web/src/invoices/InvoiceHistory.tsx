import { Skeleton } from '@mantine/core'
import { type Invoice, invoices } from '@portal/contract/invoices/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { HistoryEntry } from '../ui/record/HistoryEntry.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { furtherInvoiceChanges, invoiceHistorySentence } from './history-words.ts'

/** The invoice's history, newest first: changes, payments and e-mails. */
export function InvoiceHistory({ invoice }: { invoice: Invoice }) {
  const { t, language } = useTranslation()
  const id = String(invoice.id)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(invoices.history, { id }),
    queryFn: ({ signal }) => call(invoices.history, { params: { id } }, { signal }),
  })
  return (
    <section className="panel form-section" aria-labelledby="invoice-history">
      <h2 id="invoice-history">{t('History')}</h2>
      {data === undefined && !error ? <Skeleton height={32} /> : null}
      {data?.entries.length === 0 ? <p className="history-note">{t('This invoice has no history yet.')}</p> : null}
      <ol className="history-list">
        {data?.entries.map((entry) => (
          <HistoryEntry
            key={entry.id}
            record="invoice"
            currency={invoice.currency}
            at={entry.at}
            what={invoiceHistorySentence(t, entry, language, invoice.currency)}
            by={entry.by}
            note={entry.note}
            noteMessage={entry.note_message}
            changes={furtherInvoiceChanges(entry)}
          />
        ))}
      </ol>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
    </section>
  )
}
