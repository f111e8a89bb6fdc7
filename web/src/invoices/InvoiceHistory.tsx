import { Skeleton } from '@mantine/core'
import { type Invoice, type InvoiceHistoryEntry, invoices } from '@portal/contract/invoices/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { fieldLabel, valueText } from '../ui/words/log-words.ts'
import { sentence } from '../ui/words/sentence.ts'
import { instantText } from '../ui/words/texts.ts'
import { furtherInvoiceChanges, invoiceHistorySentence } from './history-words.ts'

/** The invoice's history, newest first: changes, payments and e-mails. */
export function InvoiceHistory({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const id = String(invoice.id)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(invoices.history, { id }),
    queryFn: ({ signal }) => call(invoices.history, { params: { id } }, { signal }),
  })
  return (
    <section className="panel form-section" aria-labelledby="invoice-history">
      <h2 id="invoice-history">{t('History')}</h2>
      {data === undefined && !error ? <Skeleton height={32} /> : null}
      {data?.entries.length === 0 ? <p className="invoice-note">{t('This invoice has no history yet.')}</p> : null}
      <ol className="invoice-history">
        {data?.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} currency={invoice.currency} />
        ))}
      </ol>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
    </section>
  )
}

function Entry({ entry, currency }: { entry: InvoiceHistoryEntry; currency: Invoice['currency'] }) {
  const { t, i18n } = useTranslation()
  const say = (value: string | null) => valueText(value, (word) => (i18n.exists(word) ? t(word) : word))
  return (
    <li>
      <time dateTime={entry.at} className="invoice-note">
        {instantText(entry.at)}
      </time>
      <div>
        <p>
          <strong>{invoiceHistorySentence(t, entry, i18n.language, currency)}</strong>
          {entry.by ? <span className="invoice-note"> · {entry.by}</span> : null}
        </p>
        {entry.note ? (
          <p className="invoice-quote">{entry.note_message ? sentence(t, entry.note_message) : entry.note}</p>
        ) : null}
        {furtherInvoiceChanges(entry).map(({ field, before, after }) => (
          <p key={field} className="invoice-change">
            {t('{name}: {value}', {
              name: t(fieldLabel(field)),
              value: before === null ? say(after) : `${say(before)} → ${say(after)}`,
            })}
          </p>
        ))}
      </div>
    </li>
  )
}
