import '../form/form.css'
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { placeSearchText } from '@portal/contract/lookups/place-name.rules.ts'
import { memo, useMemo } from 'react'
import { ChoiceBox, type ChoiceProps } from '../ui/choice/ChoiceBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type Props = Omit<ChoiceProps, 'data' | 'onChange'> & {
  onChange: (key: string | null) => void
  /** Undefined until loaded. */
  options: readonly { key: string; value: string }[] | undefined
  isFetching?: boolean
  isError?: boolean
}

/** Names that start with the search come before those that contain it. Accents and punctuation are ignored. */
const byName: OptionsFilter = ({ options, search, limit }) => {
  const wanted = placeSearchText(search)
  const named = (options as ComboboxItem[]).map((option) => ({ option, name: placeSearchText(option.label) }))
  const hits = named.filter(({ name }) => name.includes(wanted))
  const isBeginning = ({ name }: { name: string }) => (name.startsWith(wanted) ? 0 : 1)
  return hits
    .toSorted((one, other) => isBeginning(one) - isBeginning(other))
    .slice(0, limit)
    .map(({ option }) => option)
}

/** A choice from one of the service's key/value lists (LIST-12). Hundreds of names are not translated at every key. */
export const LookupSelect = memo(function LookupBox(props: Props) {
  const { options, isFetching = false, isError = false, value, ...rest } = props
  const { t } = useTranslation()
  const data = useMemo(() => {
    const known = (options ?? []).map((option) => ({ value: option.key, label: t(option.value) }))
    // Show the record's value even if the list no longer has it.
    return options && value && !known.some((one) => one.value === value) ? [...known, { value, label: value }] : known
  }, [options, value, t])
  return (
    <ChoiceBox
      {...rest}
      searchable
      clearable={!rest.required && !rest.disabled}
      value={value ?? null}
      data={data}
      filter={byName}
      limit={100}
      // Validation moves the focus here, and an open dropdown would cover the error.
      openOnFocus={false}
      loading={isFetching && !options}
      nothingFoundMessage={t(isError ? 'Oops! Something broke, we are working on a fix.' : 'No Record found')}
    />
  )
})
