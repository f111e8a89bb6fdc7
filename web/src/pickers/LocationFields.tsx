import { useTranslation } from 'react-i18next'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { LookupSelect } from './LookupSelect.tsx'
import { type PlaceOptions, usePlaces } from './use-places.ts'

/** A record names this field `state` or `province`. */
type StateName = 'state' | 'province'
type Level = 'country' | StateName | 'city'
const labels: Record<Level, string> = { country: 'Country', state: 'State', province: 'Province', city: 'City' }

type FieldProps = {
  form: RecordForm
  level: Level
  prefix: string
  below: readonly Level[]
  isOpen: boolean
  lookup: PlaceOptions
}
function LocationField({ form, level, prefix, below, isOpen, lookup }: FieldProps) {
  const { t } = useTranslation()
  const { value, set, input, lock } = useField<string | null>(prefix + level, labels[level])
  return (
    <LookupSelect
      {...input}
      label={t(labels[level], { context: 'address' })}
      {...lockMark(lock)}
      {...lookup}
      disabled={input.disabled || !isOpen}
      value={value}
      onChange={(key) => {
        if (key === value) return
        set(key)
        for (const lower of below) form.change(prefix + lower, null)
      }}
    />
  )
}

type Props = {
  form: RecordForm
  stateName?: StateName
  /** The prefix of the three names if a record has several addresses, such as `billing_`. */
  prefix?: string
}
/**
 * Country, state, city: each offers the places within the one before, and a change clears the ones after it (COMP-5).
 */
export function LocationFields({ form, stateName = 'state', prefix = '' }: Props) {
  const values = form.state.values as Record<string, string | null>
  const [country, state] = [values[`${prefix}country`] ?? null, values[prefix + stateName] ?? null]
  const places = usePlaces(country, state)
  const shared = { form, prefix }
  return (
    <>
      <LocationField {...shared} level="country" below={[stateName, 'city']} isOpen lookup={places.country} />
      <LocationField {...shared} level={stateName} below={['city']} isOpen={Boolean(country)} lookup={places.state} />
      <LocationField {...shared} level="city" below={[]} isOpen={Boolean(state)} lookup={places.city} />
    </>
  )
}
