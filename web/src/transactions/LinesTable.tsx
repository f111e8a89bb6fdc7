import './transactions.css'
import type { TransactionLine, TransactionRow } from '@portal/contract/transactions/transactions.ts'
import { priceText, rateText } from '../ui/words/figures.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { priceUnitOf, sumOf } from './line-texts.ts'

type LineColumn = {
  header: string
  text: (line: TransactionLine, locale: string) => string
  /** The column's total. Prices and rates have none. */
  sum?: (line: TransactionLine) => number
}
const money = (header: string, amount: (line: TransactionLine) => number): LineColumn => ({
  header,
  text: (line, locale) => moneyText(amount(line), locale, line.header.hdr_currency),
  sum: amount,
})
const rate = (header: string, value: (line: TransactionLine) => number): LineColumn => ({
  header,
  text: (line, locale) => rateText(value(line), locale),
})

/** Exactly as in TXN-3, in its order. */
const columns: readonly LineColumn[] = [
  { header: 'Auth code', text: (line) => line.dtl_auth_id },
  { header: 'Fuel code', text: (line) => line.dtl_prd_cd },
  { header: 'Price per unit', text: (line, locale) => priceText(line.dtl_net_price, locale, priceUnitOf(line)) },
  rate('FET', (line) => line.dtl_fet_rt),
  money('GST', (line) => line.dtl_gst_amt),
  money('HST', (line) => line.dtl_hst_amt),
  rate('Local tax', (line) => line.dtl_local_rt),
  rate('PCT', (line) => line.dtl_cbt_rt),
  rate('PFT', (line) => line.dtl_pft_rt),
  money('PST', (line) => line.dtl_pst_amt),
  money('QST', (line) => line.dtl_qst_amt),
  money('Billed amount', (line) => line.dtl_amt),
]
const isText = (at: number): boolean => at < 2

/** The lines of a transaction under its row, with totals (TXN-3). */
export function LinesTable({ row }: { row: TransactionRow }) {
  const { t, language } = useTranslation()
  if (row.txn_attr.length === 0) return <p className="no-lines">{t('No record found!')}</p>
  return (
    <table className="lines-table" aria-label={t('Lines of {record}', { record: row.authentication_id })}>
      <thead>
        <tr>
          {columns.map(({ header }, at) => (
            <th key={header} scope="col" data-align={isText(at) ? undefined : 'end'}>
              {t(header)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row.txn_attr.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction can have two equal lines, and the rows never move.
          <tr key={at}>
            {columns.map(({ header, text }, column) => (
              <td key={header} data-label={t(header)} data-align={isText(column) ? undefined : 'end'}>
                {text(line, language)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          {columns.map(({ header, sum }, column) =>
            column === 0 ? (
              <th key={header} scope="row">
                {t('Total')}
              </th>
            ) : (
              <td key={header} data-label={t(header)} data-align="end" data-empty={sum ? undefined : true}>
                {sum ? moneyText(sumOf(row.txn_attr.map(sum)), language, row.currency) : ''}
              </td>
            ),
          )}
        </tr>
      </tfoot>
    </table>
  )
}
