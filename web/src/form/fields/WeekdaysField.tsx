import {
  encodeRefreshDays,
  parseRefreshDays,
  type RefreshDays,
  type Weekday,
  weekdays,
} from '@portal/contract/cards/refresh-days.rules.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { drawnField, fieldIdOf } from '../form-context.ts'
import { LockMark } from '../lock-mark.tsx'

export type WeekdaysFieldProps = { name: string; label: string }

const none: RefreshDays = {
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: false,
  saturday: false,
  sunday: false,
  na: false,
}
const fullNames: Record<Weekday | 'na', string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
  na: 'N/A',
}
const shortNames: Record<Weekday | 'na', string> = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
  na: 'N/A',
}
const days = [...weekdays, 'na'] as const

/** N/A and days exclude each other. Without a choice, the value is null (CARD-7). */
function toggled(value: RefreshDays, day: Weekday | 'na'): string | null {
  const next = day === 'na' ? { ...none, na: !value.na } : { ...value, na: false, [day]: !value[day] }
  return Object.values(next).some(Boolean) ? encodeRefreshDays(next) : null
}
const workingDays = encodeRefreshDays({
  ...none,
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
})

export const WeekdaysField = drawnField<string | null, WeekdaysFieldProps>(function DaysBox(props) {
  const { name, value, set, input, lock } = props
  const { t } = useTranslation()
  const chosen = parseRefreshDays(value ?? '') ?? none
  const labelId = `${fieldIdOf(name)}-label`
  const errorId = `${fieldIdOf(name)}-error`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be placed beside the shortcut.
    <div
      {...input.wrapperProps}
      className="weekdays"
      role="group"
      aria-labelledby={labelId}
      aria-describedby={input.error ? errorId : undefined}
    >
      <div className="weekdays-head">
        <span id={labelId} className="weekdays-label">
          {input.label}
          {input.required ? (
            <span className="asterisk" aria-hidden>
              {' *'}
            </span>
          ) : null}
        </span>
        {lock ? <LockMark reason={lock} /> : null}
        {input.disabled ? null : (
          <button type="button" className="weekdays-shortcut" onClick={() => set(workingDays)}>
            {t('Weekdays')}
          </button>
        )}
      </div>
      <div className="weekdays-chips" data-invalid={input.error ? true : undefined}>
        {days.map((day, index) => (
          <button
            key={day}
            type="button"
            id={index === 0 ? input.id : undefined}
            className="day-chip"
            aria-pressed={chosen[day]}
            disabled={input.disabled}
            onClick={() => set(toggled(chosen, day))}
            onBlur={value === null ? undefined : input.onBlur}
          >
            <span aria-hidden>{t(shortNames[day])}</span>
            <span className="sr-only">{t(fullNames[day])}</span>
          </button>
        ))}
      </div>
      {input.error ? (
        <p id={errorId} className="field-error">
          {input.error}
        </p>
      ) : null}
    </div>
  )
})
