import type { CallInput, Endpoint } from '@portal/contract/endpoint.ts'
import { locations } from '@portal/contract/locations.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { LookupSelect } from './LookupSelect.tsx'

type Level = 'country' | 'state' | 'city'
const labels = { country: 'Country', state: 'State', city: 'City' }
/** What a choice makes void (COMP-5). */
const below: Record<Level, readonly Level[]> = { country: ['state', 'city'], state: ['city'], city: [] }

type Lookup = Endpoint & { reply: typeof locations.countries.reply }
/** Places hardly ever change, so what was fetched once is kept. */
function useOptions<E extends Lookup>(endpoint: E, input: CallInput<E> | null) {
  const { data, isFetching, isError } = useQuery({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input as CallInput<E>, { signal }),
    enabled: input !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { options: data as { key: string; value: string }[] | undefined, isFetching, isError }
}

function LocationField({ form, level, isOpen, lookup }: { form: RecordForm; level: Level; isOpen: boolean; lookup: ReturnType<typeof useOptions> }) {
  const { value, set, input, lock } = useField<string | null>(level, labels[level])
  return (
    <LookupSelect
      {...input}
      {...lockMark(lock)}
      {...lookup}
      disabled={input.disabled || !isOpen}
      value={value}
      onChange={(key) => {
        if (key === value) return
        set(key)
        for (const lower of below[level]) form.change(lower, null)
      }}
    />
  )
}

/** Country, then state, then city: each offers what the one before it has, and a change above clears what stands below. */
export function LocationFields({ form }: { form: RecordForm }) {
  const { country, state } = form.state.values as Record<Level, string | null>
  const countries = useOptions(locations.countries, {})
  const states = useOptions(locations.statesOf, country ? { params: { id: country } } : null)
  const cities = useOptions(locations.citiesOf, country && state ? { params: { id: country, stateId: state } } : null)
  return (
    <>
      <LocationField form={form} level="country" isOpen lookup={countries} />
      <LocationField form={form} level="state" isOpen={Boolean(country)} lookup={states} />
      <LocationField form={form} level="city" isOpen={Boolean(state)} lookup={cities} />
    </>
  )
}
