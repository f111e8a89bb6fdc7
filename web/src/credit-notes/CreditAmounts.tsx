import { ActionIcon, Button } from '@mantine/core'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { jurisdictionWords } from '@portal/contract/rates/rates-words.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { NumberField } from '../form/fields/NumberField.tsx'
import { SelectField } from '../form/fields/SelectField.tsx'
import { TextField } from '../form/fields/TextField.tsx'
import { writtenNumber } from '../form/fields/typed-number.ts'
import { SectionContext } from '../form/form-context.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type AmountPart, amountName } from './credit-form.ts'

const products = Object.entries(productWords).map(([value, label]) => ({ value, label }))
const provinces = Object.entries(jurisdictionWords).flatMap(([code, label]) =>
  code.startsWith('CA-') ? [{ value: code.slice(3), label }] : [],
)
const taxes = [
  ['gst', 'GST'],
  ['hst', 'HST'],
  ['pst', 'PST'],
  ['qst', 'QST'],
] as const satisfies readonly (readonly [AmountPart, string])[]

type Props = { rows: readonly number[]; currency: Currency; onRows: (rows: readonly number[]) => void }

/** Typed amounts with their sales taxes. Each counts as a sale of its product in its province, below zero. */
export function CreditAmounts({ rows, currency, onRows }: Props) {
  const { t, language } = useTranslation()
  const zero = writtenNumber(0, language, 2)
  return (
    <SectionContext value="What is credited">
      {rows.map((row, at) => (
        <fieldset key={row} className="credit-amount">
          <legend className="sr-only">{t('Amount {number}', { number: at + 1 })}</legend>
          <TextField name={amountName(row, 'description')} label="Description" />
          <SelectField name={amountName(row, 'product')} label="Product" options={products} />
          <SelectField name={amountName(row, 'province')} label="Province" options={provinces} searchable />
          <NumberField name={amountName(row, 'amount')} label="Before tax" unit={currency} />
          {taxes.map(([part, label]) => (
            <NumberField key={part} name={amountName(row, part)} label={label} placeholder={zero} />
          ))}
          {rows.length > 1 ? (
            <ActionIcon
              variant="subtle"
              color="bad"
              aria-label={t('Remove amount {number}', { number: at + 1 })}
              onClick={() => onRows(rows.filter((one) => one !== row))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          ) : null}
        </fieldset>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onRows([...rows, Math.max(...rows) + 1])}
      >
        {t('Add an amount')}
      </Button>
    </SectionContext>
  )
}
