import '../form/form.css'
import { useDebouncedValue } from '@mantine/hooks'
import { places } from '@portal/contract/lookups/locations.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { ChoiceBox, type ChoiceProps } from '../ui/choice/ChoiceBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type Props = Omit<ChoiceProps, 'value' | 'onChange' | 'data'> & {
  value: string | null
  onChange: (town: string | null) => void
}

/** A town of Canada or the USA by typed text, tolerant of accents and typos. */
export function TownSelect({ value, onChange, ...rest }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim().slice(0, 100), 200)
  const { data: chosen } = useQuery({
    queryKey: queryKeyOf(places.get, { id: value }),
    queryFn: ({ signal }) => call(places.get, { params: { id: value ?? '' } }, { signal }),
    enabled: value !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isSearch = q !== '' && q !== chosen?.label
  const { data: found = [], isFetching } = useQuery({
    queryKey: queryKeyOf(places.autocomplete, { q }),
    queryFn: ({ signal }) => call(places.autocomplete, { query: { q } }, { signal }),
    enabled: isSearch,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  const known = value !== null && chosen ? [{ key: value, value: chosen.label }] : []
  const options = [...known, ...(isSearch ? found.filter(({ key }) => key !== value) : [])]
  return (
    <ChoiceBox
      {...rest}
      searchable
      clearable
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      data={options.map((one) => ({ value: one.key, label: one.value }))}
      // The service has already searched, also by similar spelling.
      filter={({ options: all }) => all}
      placeholder={t('Type a town')}
      openOnFocus={false}
      loading={isFetching}
      nothingFoundMessage={q === '' ? null : t('No Record found')}
    />
  )
}
