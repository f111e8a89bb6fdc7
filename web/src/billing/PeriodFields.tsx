import { Button } from '@mantine/core'
import { lastHalfMonth, lastMonth, lastWeek, type Period } from '@portal/contract/billing/billing-cycles.rules.ts'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { dayHere } from '../ui/words/day.ts'
import { useTranslation } from '../ui/words/translation.ts'

const presets = [
  { label: 'Last week', of: lastWeek },
  { label: 'Last half month', of: lastHalfMonth },
  { label: 'Last month', of: lastMonth },
]

type Props = {
  period: Partial<Period>
  onChange: (period: Partial<Period>) => void
  error: string | undefined
  isDisabled?: boolean
}

/** From and to, both inclusive, with buttons for the most common periods. */
export function PeriodFields({ period, onChange, error, isDisabled = false }: Props) {
  const { t } = useTranslation()
  const today = dayHere(new Date())
  const isSame = (one: Period) => one.start_date === period.start_date && one.end_date === period.end_date
  const withDay = (name: keyof Period) => (day: string | null) => {
    const { [name]: _gone, ...rest } = period
    onChange(day ? { ...rest, [name]: day } : rest)
  }
  return (
    <div className="period-fields">
      <LazyDateBox
        label={t('From date')}
        required
        clearable={false}
        disabled={isDisabled}
        value={period.start_date ?? null}
        onChange={withDay('start_date')}
      />
      <LazyDateBox
        label={t('To date')}
        required
        clearable={false}
        disabled={isDisabled}
        error={error}
        value={period.end_date ?? null}
        onChange={withDay('end_date')}
      />
      <div className="period-presets">
        {presets.map(({ label, of }) => (
          <Button
            key={label}
            size="xs"
            variant={isSame(of(today)) ? 'light' : 'default'}
            aria-pressed={isSame(of(today))}
            disabled={isDisabled}
            onClick={() => onChange(of(today))}
          >
            {t(label)}
          </Button>
        ))}
      </div>
    </div>
  )
}
