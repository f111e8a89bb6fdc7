import { taxClassWords } from '@portal/contract/rates/rates-words.data.ts'
import '@mantine/core/styles/Checkbox.css'
import { Alert, Checkbox, Text } from '@mantine/core'
import { jurisdictions, taxRegions } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { taxClasses } from '@portal/contract/lookups/products.rules.ts'
import { type TaxCode, taxCodes, taxWords } from '@portal/contract/rates/tax.rules.ts'
import { reason } from '@portal/contract/rates/tax-changes.ts'
import { rateUnitOf, type TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { taxRateInput, taxRateSaving, wordsOfJurisdiction } from '@portal/contract/rates/tax-rates.ts'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { Meanings } from '../../form/Meanings.tsx'
import { useRecordForm, type Values, valuesOf } from '../../form/record-form.ts'
import { dateText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { taxRateText } from '../rate-text.ts'
import { TaxEffectView } from './TaxEffectView.tsx'
import { TaxProgress } from './TaxProgress.tsx'
import { type TaxWay, useTaxChange } from './tax-rate-changing.ts'
import { placeText } from './tax-rate-columns.tsx'

const corrected = taxRateSaving.safeExtend({ reason: reason() })
const ending = taxRateSaving.safeExtend({ reason: reason(), to_date: z.iso.date('field.required') })
const withdrawing = z.object({ reason: reason() })
const { TextField, NumberField, SelectField, DateField } = fieldsOf(corrected)
const schemas = { add: taxRateInput, correct: corrected, end: ending, withdraw: withdrawing }
const titles = {
  add: 'Add Tax Rate',
  correct: 'Correct Tax Rate',
  end: 'End Tax Rate',
  withdraw: 'Withdraw Tax Rate',
} as const

type Props = { way: TaxWay; rate?: TaxRate | undefined; opened: boolean; onClose: () => void }
const valuesFor = (way: TaxWay, rate: TaxRate | undefined): Values => {
  if (way === 'withdraw') return { reason: '' }
  const values = valuesOf(taxRateInput, (rate ?? {}) as Values)
  return way === 'add' ? values : { ...values, reason: '' }
}

/** Adds, corrects, ends or withdraws a tax rate. What it changes is shown first, then saved (TAX-1). */
export function TaxRateDialog({ way, rate, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const form = useRecordForm(schemas[way], valuesFor(way, rate))
  const [isContinued, setContinued] = useState(true)
  const { preview, refusal, queued, isBusy, submit, reset } = useTaxChange(way, rate, form, isContinued)
  const close = () => {
    form.state.reset()
    reset()
    onClose()
  }
  if (queued) return <TaxProgress changed={queued} opened={opened} onClose={close} />
  const former = preview?.effect.former
  return (
    <FormDialog
      form={form}
      opened={opened}
      title={titles[way]}
      submit={preview ? (way === 'withdraw' ? 'Withdraw' : 'Save') : 'What would change'}
      isBusy={isBusy}
      error={refusal}
      onSubmit={(values) => submit(values, close)}
      onClose={close}
    >
      {rate && (way === 'end' || way === 'withdraw') ? (
        <Text size="sm">
          {t(rate.tax)} {taxRateText(rate, language)} · {placeText(t, rate)} · {t(taxClassWords[rate.product_class])} ·{' '}
          {dateText(rate.from_date)} – {rate.to_date ? dateText(rate.to_date) : t('until further notice')}
        </Text>
      ) : null}
      {way === 'add' || way === 'correct' ? <RowFields values={form.state.values} /> : null}
      {way === 'end' ? <DateField name="to_date" label="Last day" /> : null}
      {way === 'add' ? (
        <Text size="sm" c="dimmed">
          {t('The rate in force on the first day ends the day before. Invoiced transactions do not change.')}
        </Text>
      ) : (
        <TextField name="reason" label="Reason" />
      )}
      {preview ? <TaxEffectView key={preview.effect.token} effect={preview.effect} /> : null}
      {former && way !== 'end' ? (
        <Checkbox
          checked={isContinued}
          onChange={(event) => setContinued(event.currentTarget.checked)}
          label={t('The rate before it ({rate}, until {day}) continues where no other rate applies', {
            rate: taxRateText(former, language),
            day: dateText(former.to_date),
          })}
        />
      ) : null}
      {preview && preview.effect.untaxed > 0 ? (
        <Alert color="warn" variant="outline">
          {t('Transactions that would have no tax rate: {count}. They are not billed until they have one.', {
            count: preview.effect.untaxed,
          })}
        </Alert>
      ) : null}
    </FormDialog>
  )
}

const taxHelp = {
  'FET, PFT, PCT and local tax':
    'Taxes per litre or gallon: federal excise, provincial fuel, provincial carbon and local. They are part of the price.',
  'GST, HST, PST and QST': 'Sales taxes of Canada and its provinces, a percentage of the price. They are added to it.',
  'Review by': 'From the day after, the portal reminds you to check the rate.',
  Source: 'Where the rate is published, such as a notice of the tax authority.',
}
function RowFields({ values }: { values: Values }) {
  const { t } = useTranslation()
  const { tax, jurisdiction } = values as { tax: TaxCode | null; jurisdiction: string | null }
  const places = jurisdictions.map((value) => ({ value, label: wordsOfJurisdiction(value) }))
  return (
    <>
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
      <Meanings of={taxHelp} />
    </>
  )
}
