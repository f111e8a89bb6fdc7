import '../ui/record/record.css'
import type { Currency } from '@portal/contract/rules/currency.ts'
import type { ReactNode } from 'react'
import { RecordLink } from '../links/RecordLink.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type SettledInvoice = {
  id: number
  invoice_id: number
  invoice_number: string
  day: string
  amount: number
  /** Undone, or the undoing itself. */
  isOver: boolean
  status: ReactNode
}
type Props = { id: string; title: string; none: string; currency: Currency; settled: readonly SettledInvoice[] }

/** The invoices that a receipt or a credit note settles (RECV-1, RECV-3). */
export function SettledInvoices({ id, title, none, currency, settled }: Props) {
  const { t, language } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      {settled.length === 0 ? (
        <p className="record-note">{t(none)}</p>
      ) : (
        <table className="record-table" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t('Invoice')}</th>
              <th scope="col">{t('Date')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col" data-align="end">
                {t('Amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {settled.map((one) => (
              <tr key={one.id} data-over={one.isOver || undefined}>
                <td data-label={t('Invoice')}>
                  <RecordLink kind="invoice" id={one.invoice_id}>
                    {one.invoice_number}
                  </RecordLink>
                </td>
                <td data-label={t('Date')}>{dateText(one.day)}</td>
                <td data-label={t('Status')}>{one.status}</td>
                <td data-label={t('Amount')} data-align="end">
                  {moneyText(one.amount, language, currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
