import '@mantine/dates/styles.css'
import 'dayjs/locale/fr'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { firstDay, lastDay, typedDay } from './day.ts'

export type DateBoxProps = Omit<DateInputProps, 'value' | 'onChange'> & { value: string | null; onChange: (day: string | null) => void }

/** A day, typed or picked as dd/mm/yy within 2020 to 2040. Fetched only where a date is asked for. */
export function DateBox({ value, onChange, ...rest }: DateBoxProps) {
  const { t, i18n } = useTranslation()
  return (
    <DateInput
      valueFormat="DD/MM/YY"
      placeholder={t('dd/mm/yy')}
      dateParser={typedDay}
      minDate={firstDay}
      maxDate={lastDay}
      locale={i18n.language.slice(0, 2)}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear date') }}
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={{
        nextMonth: t('Next month'),
        previousMonth: t('Previous month'),
        nextYear: t('Next year'),
        previousYear: t('Previous year'),
        nextDecade: t('Next decade'),
        previousDecade: t('Previous decade'),
      }}
      {...rest}
      value={value}
      onChange={onChange}
    />
  )
}
