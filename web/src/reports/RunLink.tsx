import type { ReportRun } from '@portal/contract/reports/reports.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { runsOfReportsPath } from './reports.paths.ts'

/** A run's name, which opens its figures as they were. */
export function RunLink({ run }: { run: Pick<ReportRun, 'id' | 'name'> }) {
  const { t } = useTranslation()
  return <PageLink to={`${runsOfReportsPath}/${run.id}`}>{t(run.name)}</PageLink>
}
