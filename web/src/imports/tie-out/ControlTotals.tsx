import type { ControlTotalRow, TieOut } from '@portal/contract/imports/tie-out.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { IconCheck } from '@tabler/icons-react'
import { quantityText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { amountText } from './amount-text.ts'

type Line = { name: string; stated: string; sum: string; isTied: boolean; gap: string }

/** The file's own total rows beside what their rows add up to. */
export function ControlTotals({ tieOut }: { tieOut: TieOut }) {
  const { t, language } = useTranslation()
  if (tieOut.controls.length === 0) return null
  const currencies = [...new Set(tieOut.groups.map(({ currency }) => currency))]
  const only = currencies.length === 1 ? (currencies[0] as Currency | null) : null
  const linesOf = ({ amount, quantity, currency, ...sum }: ControlTotalRow): Line[] => {
    const money = (value: number) => amountText(value, language)
    const heading = [t('Amount'), currency ?? only].filter(Boolean).join(' ')
    const count = (value: number) => quantityText(value, language)
    const line = (
      name: string,
      stated: number,
      added: number,
      gap: number | null,
      text: (value: number) => string,
    ) => ({
      name,
      stated: text(stated),
      sum: text(added),
      isTied: gap === 0,
      gap: text(gap ?? 0),
    })
    return [
      ...(amount === null ? [] : [line(heading, amount, sum.rows_amount, sum.amount_difference, money)]),
      ...(quantity === null ? [] : [line(t('Quantity'), quantity, sum.rows_quantity, sum.quantity_difference, count)]),
    ]
  }
  return (
    <table className="tie-ledger tie-controls">
      <caption>{t('Control total')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('Total row')}</th>
          <th scope="col">{t('Its rows')}</th>
          <th scope="col">{t('Difference')}</th>
        </tr>
      </thead>
      <tbody>
        {tieOut.controls.flatMap((control) =>
          linesOf(control).map(({ name, stated, sum, isTied, gap }) => (
            <tr key={`${control.row} ${name}`} data-differs={!isTied || undefined}>
              <th scope="row">
                {name}
                <small>{t('Row {row}', { row: control.row })}</small>
              </th>
              <td>{stated}</td>
              <td>{sum}</td>
              <td>
                {isTied ? <IconCheck size={14} aria-hidden /> : null} {gap}
              </td>
            </tr>
          )),
        )}
      </tbody>
      {tieOut.controls_total > tieOut.controls.length ? (
        <tfoot>
          <tr>
            <td colSpan={4}>
              {t('Total rows in the file: {count}. Those that differ: {differing}.', {
                count: tieOut.controls_total,
                differing: tieOut.controls_differing,
              })}
            </td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}
