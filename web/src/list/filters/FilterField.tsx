import { NativeSelect, TextInput } from '@mantine/core'
import { type Choice, type FilterSpec, isFilterValue, parseRange } from '@portal/contract/list.ts'
import { useEffect, useRef, useState } from 'react'
import { LazyDateBox } from '../../ui/LazyDateBox.tsx'
import { withDays } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { plainNumbers } from './filter-terms.ts'

type Props = {
  name: string
  spec: FilterSpec
  context?: string
  value: string
  onChange: (query: string, typed: boolean) => void
}

const debounceMs = 300

/** One column's filter: text, a choice or a date range. Shows further filters of the column below it. */
export function FilterField({ further, ...props }: Props & { further: readonly string[] }) {
  const { t } = useTranslation()
  const { spec } = props
  const word = (value: string) =>
    spec.kind === 'choice'
      ? t(
          spec.options.find((option) => option.value === value)?.label ?? value,
          props.context ? { context: props.context } : {},
        )
      : withDays(value)
  return (
    <>
      <FilterBox {...props} />
      {further.map((value) => (
        <span key={value} className="filter-also">
          {t('and also “{value}”', { value: word(value) })}
        </span>
      ))}
    </>
  )
}

function FilterBox(props: Props) {
  if (props.spec.kind === 'choice') return <ChoiceFilter {...props} options={props.spec.options} />
  if (props.spec.kind === 'date') return <DateFilter {...props} />
  return <TextFilter {...props} />
}

const placeholderOf = ({ kind }: FilterSpec): string =>
  kind === 'text' ? 'Contains…' : kind === 'id' ? 'Number' : 'Number or a..b'
function TextFilter({ name, spec, value, onChange }: Props) {
  const { t, language } = useTranslation()
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  const [isFault, setFault] = useState(false)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address also changes from outside (back, clear). An echo of our own change must not overwrite newer input.
  if (known !== value) {
    setKnown(value)
    if (value !== sent.current) {
      setDraft(value)
      setFault(false)
    }
  }
  const send = (typed: string) => {
    const text = spec.kind === 'text' || spec.kind === 'id' ? typed : plainNumbers(typed, language)
    clearTimeout(timer.current)
    timer.current = undefined
    const isGood = text.trim() === '' || isFilterValue(spec, text.trim())
    setFault(!isGood)
    // Invalid input stays with an error, and the previous filter is removed.
    sent.current = isGood ? text.trim() : ''
    onChange(sent.current, true)
  }
  const type = (text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(text), debounceMs)
  }
  return (
    <TextInput
      size="xs"
      type="search"
      data-filter
      aria-label={t('Filter by {name}', { name })}
      placeholder={t(placeholderOf(spec))}
      value={draft}
      maxLength={200}
      error={
        isFault
          ? t(spec.kind === 'id' ? 'Enter a whole number.' : 'Enter a number, or a range such as 10..20.')
          : undefined
      }
      onChange={(event) => type(event.currentTarget.value)}
      // Sends pending input on blur, so it comes before a click on Clear.
      onBlur={() => timer.current !== undefined && send(draft)}
    />
  )
}

function ChoiceFilter({ name, value, context, onChange, options }: Props & { options: readonly Choice[] }) {
  const { t } = useTranslation()
  const offered = options.filter((option) => !option.isUnlisted || option.value === value)
  const data = [
    { value: '', label: t('Any') },
    ...offered.map((option) => ({ value: option.value, label: t(option.label, context ? { context } : {}) })),
  ]
  return (
    <NativeSelect
      size="xs"
      data-filter
      aria-label={t('Filter by {name}', { name })}
      data={data}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value, false)}
    />
  )
}

function DateFilter({ name, value, onChange }: Props) {
  const { t } = useTranslation()
  const { from, to } = value === '' ? { from: null, to: null } : parseRange(value)
  const set = (start: string | null, end: string | null) =>
    onChange(start || end ? (start === end ? (start ?? '') : `${start ?? ''}..${end ?? ''}`) : '', false)
  return (
    <div className="date-range">
      <LazyDateBox size="xs" aria-label={t('{name} from', { name })} value={from} onChange={(day) => set(day, to)} />
      <LazyDateBox size="xs" aria-label={t('{name} to', { name })} value={to} onChange={(day) => set(from, day)} />
    </div>
  )
}
