import type { ReportSchedule } from '@portal/contract/reports/reports.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Who gets a report; those who can no longer see it are marked. */
export function SchedulePeople({ people }: { people: ReportSchedule['people'] }) {
  const { t } = useTranslation()
  return people.map(({ name, may_see }) => (may_see ? name : t('{name} (can no longer see it)', { name }))).join(', ')
}
