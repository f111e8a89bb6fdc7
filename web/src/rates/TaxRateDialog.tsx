import { Text } from '@mantine/core'
import { jurisdictions, taxRegions } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { taxClasses } from '@portal/contract/lookups/products.rules.ts'
import { type TaxCode, taxCodes, taxWords } from '@portal/contract/rates/tax.rules.ts'
import {
  rateUnitOf,
  type TaxRateInput,
  taxClassWords,
  taxRateInput,
  taxRates,
  wordsOfJurisdiction,
} from '@portal/contract/rates/tax-rates.ts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm, valuesOf } from '../form/record-form.ts'

const { TextField, NumberField, SelectField, DateField } = fieldsOf(taxRateInput)
const blank = valuesOf(taxRateInput, {})

export function TaxRateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useRecordForm(taxRateInput, blank)
  const create = useAction(taxRates.create)
  const wiring = useDialogSubmit(form, (values) => create.mutateAsync({ body: values as TaxRateInput }), onClose)
  const { tax, jurisdiction } = form.state.values as { tax: TaxCode | null; jurisdiction: string | null }
  const places = jurisdictions.map((value) => ({ value, label: wordsOfJurisdiction(value) }))
  return (
    <FormDialog {...wiring} opened={opened} title="Add Tax Rate" submit="Save" isBusy={create.isPending}>
      <SelectField name="jurisdiction" label="Place" options={places} searchable />
      <SelectField
        name="tax"
        label="Tax"
        options={taxCodes.map((code) => ({ value: code, label: `${code}: ${t(taxWords[code])}` }))}
      />
      {tax === 'Local' ? <SelectField name="region" label="Region" options={taxRegions} /> : null}
      <SelectField
        name="product_class"
        label="Products"
        options={taxClasses.map((value) => ({ value, label: taxClassWords[value] }))}
      />
      <NumberField
        name="rate"
        label={tax ? t('Rate in {per}', { per: rateUnitOf(tax, jurisdiction ?? 'CA') }) : 'Rate'}
      />
      <div className="rate-days">
        <DateField name="from_date" label="From" />
        <DateField name="to_date" label="To" />
      </div>
      <DateField name="review_date" label="Review by" />
      <TextField name="source" label="Source" />
      <Text size="sm" c="dimmed">
        {t('The rate in force on the first day ends the day before. Invoiced transactions do not change.')}
      </Text>
    </FormDialog>
  )
}
