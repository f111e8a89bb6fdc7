import { Button, Checkbox } from '@mantine/core'
import type { CreditableLine } from '@portal/contract/credit-notes/credit-notes.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { use, useState } from 'react'
import { FormContext } from '../form/form-context.ts'
import { localTimeText, moneyText, nothing, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = {
  lines: readonly CreditableLine[]
  currency: Currency
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}
const shownAtFirst = 100
const wordOf = (product: string): string => (productWords as Readonly<Record<string, string>>)[product] ?? product

/** The invoice's lines, to choose from. A line is credited once. */
export function CreditLines({ lines, currency, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(shownAtFirst)
  const isDisabled = use(FormContext)?.isDisabled ?? false
  const open = lines.filter(({ is_credited }) => !is_credited)
  const turn = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <>
      <div className="record-scroll">
        <table className="record-table credit-table" aria-label={t('Lines of this invoice')}>
          <thead>
            <tr>
              <th scope="col" className="credit-tick">
                <Checkbox
                  size="xs"
                  aria-label={t('All lines')}
                  disabled={isDisabled || open.length === 0}
                  checked={open.length > 0 && chosen.size === open.length}
                  indeterminate={chosen.size > 0 && chosen.size < open.length}
                  onChange={() =>
                    onChoose(chosen.size === open.length ? new Set() : new Set(open.map(({ line_id }) => line_id)))
                  }
                />
              </th>
              {['Auth code', 'Time stamp', 'Site', 'Product', 'Quantity', 'Before tax', 'Amount'].map((header, at) => (
                <th key={header} scope="col" data-align={at > 3 ? 'end' : undefined}>
                  {t(header)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shown).map((line) => (
              <LineRow
                key={line.line_id}
                line={line}
                currency={currency}
                isChosen={chosen.has(line.line_id)}
                isDisabled={isDisabled}
                onTurn={turn}
              />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > shown ? (
        <Button variant="default" size="xs" mt={12} onClick={() => setShown(lines.length)}>
          {t('Show all {count}', { count: lines.length })}
        </Button>
      ) : null}
    </>
  )
}

type RowProps = {
  line: CreditableLine
  currency: Currency
  isChosen: boolean
  isDisabled: boolean
  onTurn: (id: number) => void
}
function LineRow({ line, currency, isChosen, isDisabled, onTurn }: RowProps) {
  const { t, language } = useTranslation()
  const money = (amount: number) => moneyText(amount, language, currency)
  const product = t(wordOf(line.product))
  return (
    <tr data-over={line.is_credited || undefined}>
      <td className="credit-tick">
        <Checkbox
          size="xs"
          aria-label={t('Credit {record}', { record: `${line.auth_code}, ${product}` })}
          disabled={isDisabled || line.is_credited}
          checked={isChosen}
          onChange={() => onTurn(line.line_id)}
        />
      </td>
      <td data-label={t('Auth code')}>
        {line.auth_code}
        {line.is_credited ? ` · ${t('Already credited')}` : ''}
      </td>
      <td data-label={t('Time stamp')}>{localTimeText(line.timestamp)}</td>
      <td data-label={t('Site')}>{[line.site, line.province].filter(Boolean).join(', ') || nothing}</td>
      <td data-label={t('Product')}>{product}</td>
      <td data-label={t('Quantity')} data-align="end">
        {quantityText(line.quantity, language)} {line.unit ?? ''}
      </td>
      <td data-label={t('Before tax')} data-align="end">
        {money(line.pre_tax)}
      </td>
      <td data-label={t('Amount')} data-align="end">
        {money(line.amount)}
      </td>
    </tr>
  )
}
