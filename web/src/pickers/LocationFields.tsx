import type { InputWrapperProps } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { PlaceCredit } from '../ui/credit/PlaceCredit.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { LookupSelect } from './LookupSelect.tsx'
import { type PlaceOptions, usePlaces } from './use-places.ts'

/** A record names this field `state` or `province`. */
type StateName = 'state' | 'province'
type Level = 'country' | StateName | 'city'
const labels: Record<Level, string> = { country: 'Country', state: 'State', province: 'Province', city: 'City' }

type InputWrapperOrder = NonNullable<InputWrapperProps['inputWrapperOrder']>
const credited = {
  description: <PlaceCredit />,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as InputWrapperOrder,
}
const underState: readonly Level[] = ['city']
const underCity: readonly Level[] = []

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
  const { change } = form
  const choose = useCallback(
    (key: string | null) => {
      if (key === value) return
      set(key)
      for (const lower of below) change(prefix + lower, null)
    },
    [value, set, change, below, prefix],
  )
  return (
    <LookupSelect
      {...input}
      label={t(labels[level], { context: 'address' })}
      {...lockMark(lock)}
      {...lookup}
      {...(level === 'city' && !input.disabled ? credited : {})}
      disabled={input.disabled || !isOpen}
      value={value}
      onChange={choose}
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
  const underCountry = useMemo<Level[]>(() => [stateName, 'city'], [stateName])
  return (
    <>
      <LocationField {...shared} level="country" below={underCountry} isOpen lookup={places.country} />
      <LocationField {...shared} level={stateName} below={underState} isOpen={Boolean(country)} lookup={places.state} />
      <LocationField {...shared} level="city" below={underCity} isOpen={Boolean(state)} lookup={places.city} />
    </>
  )
}
