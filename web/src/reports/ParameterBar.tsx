import { Button, Input } from '@mantine/core'
import { lastMonth } from '@portal/contract/billing/billing-cycles.rules.ts'
import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { FieldErrors } from '@portal/contract/errors.ts'
import { daysOfQuarter, lastFullQuarter, quarterBefore } from '@portal/contract/ifta/quarters.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { useIsStaff } from '../api/session.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { dayHere } from '../ui/words/day.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { followersOf, patchOf } from './parameter-patch.ts'
import { TypedParameter } from './TypedParameter.tsx'
import type { Parameter } from './use-reports.ts'

type Change = (patch: Record<string, string | null>) => void
type Props = {
  parameters: readonly Parameter[]
  given: Readonly<Record<string, string>>
  /** As the report used them, with its defaults. */
  used: ReportRow
  errors: FieldErrors
  onChange: Change
}

const periodPlace = 1
/** For whom comes first, then when, then everything else in the report's own order. */
const placeOf = ({ name, widget }: Parameter): number =>
  widget === 'company' ? 0 : name === 'from' || name === 'to' ? periodPlace : 2

/** What a report asks, from its own description. */
export function ParameterBar({ parameters, given, used, errors, onChange }: Props) {
  const isStaff = useIsStaff()
  const asked = parameters
    .filter(({ name, widget }) => (widget === 'company' ? isStaff : widget || given[name]))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
  const isOverruled = ({ name, widget }: Parameter) =>
    widget === 'choice' && followersOf(parameters, name).some((follower) => given[follower])
  const changeWith: Change = (patch) => onChange(patchOf(parameters, patch))
  const shownOf = (parameter: Parameter): string | null => {
    if (isOverruled(parameter)) return null
    const { name, preset } = parameter
    return given[name] ?? (used[name] === null || used[name] === undefined ? (preset ?? null) : String(used[name]))
  }
  const hasPeriod = parameters.some(({ name }) => name === 'from') && parameters.some(({ name }) => name === 'to')
  const ask = (parameter: Parameter) => (
    <OneParameter
      key={parameter.name}
      parameter={parameter}
      value={shownOf(parameter)}
      error={errors[`parameters.${parameter.name}`]}
      isOverruled={isOverruled(parameter)}
      onChange={(value) => changeWith({ [parameter.name]: value })}
    />
  )
  return (
    <div className="report-bar">
      {asked.filter((one) => placeOf(one) <= periodPlace).map(ask)}
      {hasPeriod ? <Presets from={given.from ?? used.from} to={given.to ?? used.to} onChange={changeWith} /> : null}
      {asked.filter((one) => placeOf(one) > periodPlace).map(ask)}
    </div>
  )
}

type OneProps = {
  parameter: Parameter
  value: string | null
  /** Days of one's own are given instead of this choice, which stays open so that it can be made again. */
  isOverruled: boolean
  error: string | undefined
  onChange: (value: string | null) => void
}
function OneParameter({ parameter, value, isOverruled, error, onChange }: OneProps) {
  const { t } = useTranslation()
  const { title, widget, words, preset, isRequired } = parameter
  const shared = { label: t(title), error: error ? sentence(t, error) : null }
  if (widget === 'day') return <LazyDateBox {...shared} clearable={false} value={value} onChange={onChange} />
  if (widget === 'company')
    return (
      <CompanySelect
        {...shared}
        className="report-company"
        clearable
        placeholder={t(isRequired ? 'Choose a customer' : 'All customers')}
        value={value === null ? null : Number(value)}
        onChange={(company) => onChange(company ? String(company.id) : null)}
      />
    )
  const isWord = !widget && value !== null && Object.hasOwn(words, value)
  if (widget === 'choice' || isWord)
    return (
      <ChoiceBox
        {...shared}
        data={Object.entries(words).map(([one, word]) => ({ value: one, label: t(word) }))}
        value={value}
        placeholder={isOverruled ? t('Other days') : t('All', { context: 'report' })}
        clearable={preset === undefined}
        allowDeselect={false}
        onChange={onChange}
      />
    )
  if (widget === 'quarter')
    return <ChoiceBox {...shared} data={recentQuarters()} value={value} allowDeselect={false} onChange={onChange} />
  return <TypedParameter {...shared} isNumber={widget === 'number'} value={value} onChange={onChange} />
}

const quartersShown = 12
/** The last full quarter and those before it, newest first. */
function recentQuarters(): string[] {
  const quarters = [lastFullQuarter(dayHere(new Date()))]
  while (quarters.length < quartersShown) quarters.push(quarterBefore(quarters.at(-1) ?? ''))
  return quarters
}

const yearDays = 364
type PresetProps = { from: unknown; to: unknown; onChange: Change }
function Presets({ from, to, onChange }: PresetProps) {
  const { t } = useTranslation()
  const today = dayHere(new Date())
  const month = lastMonth(today)
  const presets = [
    { label: 'Last month', from: month.start_date, to: month.end_date },
    { label: 'This month', from: `${today.slice(0, 8)}01`, to: today },
    { label: 'Last quarter', ...daysOfQuarter(lastFullQuarter(today)) },
    { label: 'Last 12 months', from: addDays(today, -yearDays), to: today },
  ]
  return (
    <Input.Wrapper label={t('Period')} labelElement="div" role="group" aria-label={t('Period')}>
      <div className="report-choice">
        {presets.map((preset) => {
          const isChosen = preset.from === from && preset.to === to
          return (
            <Button
              key={preset.label}
              size="sm"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChange({ from: preset.from, to: preset.to })}
            >
              {t(preset.label)}
            </Button>
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
