import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { markupStatuses, markups } from '@portal/contract/markups/markups.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { fieldsOf } from '../form/fields.ts'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'
import { Meanings } from '../form/Meanings.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { LookupSelect } from '../pickers/LookupSelect.tsx'
import { adding, changing, type Way } from './markup-form.ts'

const { DateField, SelectField } = fieldsOf(changing.correct)
const { NumberField } = fieldsOf(adding)
const { DateField: ChangeDateField } = fieldsOf(changing['from-date'])

const markupHelp = {
  'Markup Value': 'What a customer pays per litre or gallon on top of the daily rate.',
  'To Date': 'The last day of the markup. Empty means until further notice.',
}
type Lookup = { options: { key: string; value: string }[] | undefined; isFetching: boolean; isError: boolean }

function ChoiceField({ name, label, lookup }: { name: string; label: string; lookup: Lookup }) {
  const { value, set, input, lock } = useField<number | null>(name, label)
  return (
    <LookupSelect
      {...input}
      {...lockMark(lock)}
      {...lookup}
      value={value === null ? null : String(value)}
      onChange={(key) => set(key === null ? null : Number(key))}
    />
  )
}

function CompanyField() {
  const { data, isFetching, isError } = useQuery({
    queryKey: queryKeyOf(markups.customers),
    queryFn: ({ signal }) => call(markups.customers, {}, { signal }),
    staleTime: 60_000,
  })
  const options = data?.map((one) => ({
    key: String(one.company_id),
    value: `${one.company_name} (${one.company_number})`,
  }))
  return <ChoiceField name="customer_company_id" label="Company Name" lookup={{ options, isFetching, isError }} />
}

/**
 * Company, provider, value with its unit and currency, and dates. A change from a date shows only the fields it needs.
 */
export function MarkupFields({ form, way }: { form: RecordForm; way: Way | 'add' }) {
  const { data, isFetching, isError } = useQuery({
    queryKey: queryKeyOf(markups.providers),
    queryFn: ({ signal }) => call(markups.providers, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const chosen = data?.fuel_company.find(({ company_id }) => company_id === form.state.values.fuel_company_provider_id)
  const options = data?.fuel_company.map((one) => ({ key: String(one.company_id), value: one.fuel_company_provider }))
  return (
    <>
      <CompanyField />
      <ChoiceField
        name="fuel_company_provider_id"
        label="Fuel Company Provider"
        lookup={{ options, isFetching, isError }}
      />
      <NumberField name="mark_up_value" label="Markup Value" {...(chosen ? { unit: priceUnitText(chosen) } : {})} />
      {way === 'from-date' ? (
        <ChangeDateField name="changes_from" label="New value from" />
      ) : (
        <div className="markup-days">
          <DateField name="from_date" label="From Date" />
          <DateField name="to_date" label="To Date" />
        </div>
      )}
      <Meanings of={markupHelp} />
      {way === 'correct' ? <SelectField name="status" label="Status" options={markupStatuses} /> : null}
    </>
  )
}
