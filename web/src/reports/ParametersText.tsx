import type { ReportRun } from '@portal/contract/reports/reports.ts'
import { nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type Parameter, parametersOf, useReports } from './use-reports.ts'

/** What was asked beside the period and the customer, in words. */
export function ParametersText({ run }: { run: Pick<ReportRun, 'key' | 'parameters'> }) {
  const { t } = useTranslation()
  const { data } = useReports()
  const report = data?.find(({ key }) => key === run.key)
  const known = report ? parametersOf(report) : []
  const textOf = ({ name, title, widget, words }: Parameter): string[] => {
    const value = run.parameters[name]
    if (value === null || value === undefined || widget === 'day' || widget === 'company') return []
    return [t('{name}: {value}', { name: t(title), value: t(words[String(value)] ?? String(value)) })]
  }
  return known.flatMap(textOf).join(' · ') || nothing
}
