import { Input, InputBase } from '@mantine/core'
import type { DateBoxProps } from './DateBox.tsx'
import { type ClosedField, openedLater } from './opened-later/opened-later.tsx'
import { parseDay } from './words/parsed-day.ts'
import { dateText } from './words/texts.ts'
import { useTranslation } from './words/translation.ts'

const fullText = (day: string): string => day.split('-').reverse().join('/')

/** Has the looks and the name of the complete field, and no calendar. */
function ClosedDate(props: DateBoxProps & ClosedField) {
  const { value, onChange, onNoDay, clearable = true, clearButtonProps, typed, onType, valueFormat, ...others } = props
  const { name, minDate, maxDate, dateParser, defaultLevel, ...input } = others
  const { t } = useTranslation()
  const shown = value !== null && parseDay(value) ? value : null
  const text = shown === null ? '' : valueFormat ? fullText(shown) : dateText(shown)
  return (
    <InputBase
      placeholder={t('dd/mm/yy')}
      {...(input as object)}
      __staticSelector="DateInput"
      __clearable={clearable && shown !== null && !props.disabled}
      __clearSection={
        <Input.ClearButton aria-label={t('Clear date')} {...clearButtonProps} onClick={() => onChange(null)} />
      }
      autoComplete="off"
      value={typed ?? text}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

/** A day, typed or picked from a calendar that is fetched once the user touches the page. */
export const LazyDateBox = openedLater<DateBoxProps>(async () => (await import('./DateBox.tsx')).DateBox, ClosedDate)
