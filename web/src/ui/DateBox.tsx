import '@mantine/dates/styles.css'
import 'dayjs/locale/fr'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { firstTypedDay, lastTypedDay } from '@portal/contract/rules/typed-days.data.ts'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { dayHere, typedDay } from './words/day.ts'
import { parseDay } from './words/parsed-day.ts'
import { dateText } from './words/texts.ts'
import type { TFunction } from './words/translation.ts'
import { useTranslation } from './words/translation.ts'

export type DateBoxProps = Omit<DateInputProps, 'value' | 'onChange' | 'minDate' | 'maxDate' | 'dateParser'> & {
  value: string | null
  onChange: (day: string | null) => void
  minDate?: string
  maxDate?: string
  dateParser?: (text: string) => string | null
  /** Called with text that is not a day, so a form cannot be saved with the previous day. */
  onNoDay?: (typed: string) => void
}

/** Escape closes the calendar, not the dialog around it. */
const keepsEscape = { 'data-mantine-stop-propagation': 'true' }

/** A day from 2020 to 2040, typed or picked as dd/mm/yy. Invalid text stays, and the field shows an error. */
export function DateBox({
  value,
  onChange,
  onNoDay,
  dateParser = typedDay,
  minDate = firstTypedDay,
  maxDate = lastTypedDay,
  ...rest
}: DateBoxProps) {
  const { t, language } = useTranslation()
  const shown = value !== null && parseDay(value) ? value : null
  const { typed, setTyped, fresh } = useTyped(value, dateParser, onNoDay !== undefined)
  const [hasLeft, setLeft] = useState(false)
  const calendar = useCalendar({ ...rest, onEnter: () => setLeft(true) })
  const isDay = (day: string | null): day is string => day !== null && day >= minDate && day <= maxDate
  const meant = dateParser(typed)
  const isFault = typed.trim() !== '' && !isDay(meant)
  const isAlwaysDay = rest.clearable === false && !onNoDay
  const fault = faultText(t, meant, [minDate, maxDate], isAlwaysDay ? shown : null)
  const type = (text: string) => {
    setTyped(text)
    setLeft(false)
    if (text.trim() !== '' && isDay(dateParser(text))) return
    // There is always a day here: the last one applies until another one is complete.
    if (isAlwaysDay) return
    if (text.trim() !== '' && onNoDay) onNoDay(text)
    else if (value !== null) onChange(null)
  }
  const pick = () => {
    setTyped('')
    calendar.close()
  }
  return (
    <DateInput
      key={fresh}
      valueFormat="DD/MM/YY"
      placeholder={t('dd/mm/yy')}
      locale={language.slice(0, 2)}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear date') }}
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={calendarLabels(t)}
      {...rest}
      dateParser={dateParser}
      minDate={minDate}
      maxDate={maxDate}
      fixOnBlur={!isFault}
      value={shown}
      attributes={{ calendarHeaderControl: keepsEscape, calendarHeaderLevel: keepsEscape }}
      onChange={onChange}
      error={isFault && (hasLeft || rest.error) ? fault : rest.error}
      onInput={(event) => type(event.currentTarget.value)}
      {...calendar.box}
      onBlur={(event) => {
        if (calendar.holds(event)) return
        setLeft(true)
        calendar.close()
        rest.onBlur?.(event)
      }}
      popoverProps={calendar.popover}
      getDayProps={(day) => ({
        ...keepsEscape,
        ...(day === (shown ?? dayHere(new Date())) ? { 'data-autofocus': true } : {}),
        onClick: pick,
      })}
    />
  )
}

/** What is wrong with the typed text, and which day applies until it is right. */
function faultText(t: TFunction, meant: string | null, [first, last]: [string, string], meanwhile: string | null) {
  const fault = meant
    ? t('Enter a date from {first} to {last}.', { first: dateText(first), last: dateText(last) })
    : t('Enter a real date as dd/mm/yy.')
  return meanwhile ? `${fault} ${t('Until then it is {day}.', { day: dateText(meanwhile) })}` : fault
}

const calendarLabels = (t: TFunction) => ({
  nextMonth: t('Next month'),
  previousMonth: t('Previous month'),
  nextYear: t('Next year'),
  previousYear: t('Previous year'),
  nextDecade: t('Next decade'),
  previousDecade: t('Previous decade'),
})

/** The text in the field. Reset when the value changes from outside, such as by Cancel or Clear filters. */
function useTyped(value: string | null, parser: (text: string) => string | null, isReported: boolean) {
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState(value)
  const [fresh, setFresh] = useState(0)
  if (known !== value) {
    setKnown(value)
    if (typed !== '' && parser(typed) !== value && value !== typed && (value !== null || isReported)) {
      setTyped('')
      setFresh(fresh + 1)
    }
  }
  return { typed, setTyped, fresh }
}

/**
 * The calendar opens on click or arrow down, not on focus: it would cover the content below, such as the error that
 * moved the focus.
 */
type CalendarProps = Pick<DateBoxProps, 'onClick' | 'onKeyDown'> & { onEnter: () => void }
function useCalendar({ onClick, onKeyDown, onEnter }: CalendarProps) {
  const [open, setOpen] = useState<'by key' | 'by press' | null>(null)
  const close = () => setOpen(null)
  const box = {
    ...(open ? keepsEscape : {}),
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      setOpen('by press')
      onClick?.(event)
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'ArrowDown') {
        event.preventDefault()
        setOpen('by key')
      } else if (['Escape', 'Tab', 'Enter'].includes(event.key)) close()
      if (event.key === 'Enter') onEnter()
      onKeyDown?.(event)
    },
  }
  const popover = {
    opened: open !== null,
    onChange: (opened: boolean) => {
      if (!opened) close()
    },
    // Opened by keyboard, the calendar keeps the focus and returns it to the field.
    trapFocus: open === 'by key',
    returnFocus: true,
  }
  const holds = ({ relatedTarget }: FocusEvent) =>
    relatedTarget instanceof Element && relatedTarget.closest('[data-dates-dropdown]') !== null
  return { box, popover, close, holds }
}
