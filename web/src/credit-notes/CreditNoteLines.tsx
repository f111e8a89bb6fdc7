import type { CreditNote, CreditNoteLine } from '@portal/contract/credit-notes/credit-notes.ts'
import { sumMoney } from '@portal/contract/credit-notes/credit-sums.rules.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { localTimeText, moneyText, nothing, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const wordOf = (product: string): string => (productWords as Readonly<Record<string, string>>)[product] ?? product
const taxOf = ({ gst, hst, pst, qst }: CreditNoteLine): number => sumMoney([gst, hst, pst, qst])

/** The credited lines, below zero as printed. */
export function CreditNoteLines({ note }: { note: CreditNote }) {
  const { t, language } = useTranslation()
  const money = (amount: number) => moneyText(amount, language, note.currency)
  return (
    <section className="panel form-section">
      <h2 id="credit-lines">{t('Lines')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="record-scroll" aria-labelledby="credit-lines" tabIndex={0}>
        <table className="record-table" aria-labelledby="credit-lines">
          <thead>
            <tr>
              {['Line', 'Time stamp', 'Site', 'Quantity', 'Before tax', 'Sales taxes', 'Amount'].map((header, at) => (
                <th key={header} scope="col" data-align={at > 2 ? 'end' : undefined}>
                  {t(header)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {note.lines.map((line) => (
              <tr key={line.n}>
                <td data-label={t('Line')}>
                  <RecordLink kind="transaction" id={line.txn_id}>
                    {[line.auth_code, line.description ?? t(wordOf(line.product))].filter(Boolean).join(' · ')}
                  </RecordLink>
                </td>
                <td data-label={t('Time stamp')}>{localTimeText(line.timestamp)}</td>
                <td data-label={t('Site')}>{[line.site, line.province].filter(Boolean).join(', ') || nothing}</td>
                <td data-label={t('Quantity')} data-align="end">
                  {line.txn_id === null ? nothing : `${quantityText(line.quantity, language)} ${line.unit ?? ''}`}
                </td>
                <td data-label={t('Before tax')} data-align="end">
                  {money(line.pre_tax)}
                </td>
                <td data-label={t('Sales taxes')} data-align="end">
                  {money(taxOf(line))}
                </td>
                <td data-label={t('Amount')} data-align="end">
                  {money(line.amount)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {note.line_count > note.lines.length ? (
        <p className="record-note">
          {t('Showing the first {shown} of {count}.', { shown: note.lines.length, count: note.line_count })}
        </p>
      ) : null}
    </section>
  )
}
