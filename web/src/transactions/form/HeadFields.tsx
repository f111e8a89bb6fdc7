import { TextInput } from '@mantine/core'
import { jurisdictions } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { fuelProviders } from '@portal/contract/lookups/providers.rules.ts'
import { jurisdictionWords } from '@portal/contract/rates/rates-words.data.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { volumeUnits } from '@portal/contract/rules/units.ts'
import { unitOfPlace } from '@portal/contract/transactions/manual-lines.rules.ts'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { salesTypes } from '@portal/contract/transactions/transactions-words.data.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { DateField } from '../../form/fields/DateField.tsx'
import { SelectField } from '../../form/fields/SelectField.tsx'
import { TextField } from '../../form/fields/TextField.tsx'
import { drawnField } from '../../form/form-context.ts'
import { lockMark } from '../../form/lock-mark.tsx'
import type { RecordForm } from '../../form/record-form.ts'
import { CompanySelect } from '../../pickers/CompanySelect.tsx'
import { LookupSelect } from '../../pickers/LookupSelect.tsx'
import { useStates } from '../../pickers/use-places.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** The head of a transaction: time, company, card and site. */
type Props = {
  form: RecordForm
  record: Transaction | undefined
  /** The company that held the card, as proposed. */
  company: { id: number; name: string } | null
}
export function HeadFields({ form, record, company }: Props) {
  return (
    <>
      <FormSection title="Transaction">
        <DateField name="txn_date" label="Date" />
        <TimeField name="txn_time" label="Time at the site" />
        <TextField name="authentication_id" label="Auth code" />
        <CompanyField
          name="txn_company"
          label="Company"
          others={record ? [{ id: record.txn_company, name: record.company_name }] : company ? [company] : []}
        />
        <TextField name="card_number" label="Card Number" digits />
        <SelectField name="currency" label="Currency" options={currencies} />
        <SalesTypeField name="sales_type" label="Sales type" record={record} />
        <SelectField name="uom" label="UOM" options={volumeUnits} />
      </FormSection>
      <FormSection title="Site">
        <SelectField name="provider" label="Provider" options={fuelProviders} />
        <TextField name="dtl_stn_no" label="Site number" />
        <ProvinceField
          name="dtl_stn_prv"
          label="Province/State"
          isNew={record === undefined}
          currency={form.state.values.currency === 'USD' ? 'USD' : 'CAD'}
          change={form.change}
        />
        <TextField name="location" label="Location" />
      </FormSection>
      <FormSection title="Driver and vehicle">
        <TextField name="driver_name" label="Driver Name" />
        <TextField name="vehicle" label="Tractor" />
        <TextField name="odometer" label="Odometer" digits />
        <TextField name="trip_number" label="Trip Number" />
      </FormSection>
    </>
  )
}

type Named = { name: string; label: string }

/** In the site's local time, as on the receipt. */
const TimeField = drawnField<string | null, Named>(function TimeBox({ value, set, input, lock }) {
  return (
    <TextInput
      {...input}
      {...lockMark(lock)}
      type="time"
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value || null)}
    />
  )
})

type CompanyProps = Named & { others: readonly { id: number; name: string }[] }
const CompanyField = drawnField<number | null, CompanyProps>(function CompanyBox({ value, set, input, lock, others }) {
  return (
    <CompanySelect
      {...input}
      {...lockMark(lock)}
      value={value}
      others={others}
      clearable
      onChange={(company) => set(company?.id ?? null)}
    />
  )
})

type SalesTypeProps = Named & { record: Transaction | undefined }
/** The two of the specification, and the record's own value (TXN-8). */
const SalesTypeField = drawnField<string | null, SalesTypeProps>(function SalesTypeBox(props) {
  const { value, set, input, lock, record } = props
  const known: readonly { value: string; label: string }[] = salesTypes
  const inUse = [...new Set(record?.txn_attr.flatMap(({ dtl_sls_type }) => dtl_sls_type ?? []))].filter(
    (type) => !known.some((one) => one.value === type),
  )
  const options = [...known, ...inUse.map((type) => ({ value: type, label: type }))].map((one) => ({
    key: one.value,
    value: one.label,
  }))
  return <LookupSelect {...input} {...lockMark(lock)} options={options} value={value} onChange={set} />
})

type ProvinceProps = Named & { isNew: boolean; currency: Currency; change: RecordForm['change'] }
/** A new purchase's unit follows the country until the user chooses one. An existing record keeps its unit. */
const ProvinceField = drawnField<string | null, ProvinceProps>(function ProvinceBox(props) {
  const { value, set, input, lock, isNew, currency, change } = props
  const { t } = useTranslation()
  const states = useStates('US').options
  const places = jurisdictions.filter((key) => key.includes('-'))
  const options = places.map((key) => {
    const code = key.slice(3)
    const word = jurisdictionWords[key] ?? states?.find((state) => state.key === key)?.value ?? 'USA'
    return { key: code, value: `${code} · ${t(word)}` }
  })
  return (
    <LookupSelect
      {...input}
      {...lockMark(lock)}
      options={options}
      value={value}
      onChange={(code) => {
        set(code)
        if (isNew) change('uom', unitOfPlace(code, currency))
      }}
    />
  )
})
