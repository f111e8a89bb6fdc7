import { type CompanyKind, type Grants, grantsOf, type ModuleLevels, type Role } from '@portal/contract/permissions.ts'
import type { ReportCadence, ReportFormat, ReportRow, ReportSchedule } from '@portal/contract/reports/reports.ts'
import { reportCadenceWords } from '@portal/contract/reports/reports-words.data.ts'
import type { Selectable } from 'kysely'
import type { ReportSchedules } from '../db/schema.ts'

type Person = { id: number; name: string; role: Role; levels: ModuleLevels; is_active: boolean; kind: CompanyKind }
export type StoredSchedule = Selectable<ReportSchedules> & {
  people: Person[]
  last_run_id: number | null
  created_by_name: string | null
}
/** The name of a report, and who can read it. */
export type Library = {
  nameOf: (key: string) => string
  mayRead: (reader: { kind: CompanyKind; grants: Grants }, key: string) => boolean
}

export const toSchedule = (
  stored: StoredSchedule,
  { nameOf, mayRead }: Library,
): ReportSchedule & { cadence_words: string } => ({
  id: stored.id,
  key: stored.report,
  name: nameOf(stored.report),
  title: stored.title,
  cadence: stored.cadence as ReportCadence,
  cadence_words: reportCadenceWords[stored.cadence as ReportCadence],
  format: stored.format as ReportFormat,
  parameters: stored.parameters as ReportRow,
  is_active: stored.is_active,
  people: stored.people.map(({ id, name, is_active, ...person }) => ({
    id,
    name,
    may_see: is_active && mayRead({ kind: person.kind, grants: grantsOf(person) }, stored.report),
  })),
  next_on: stored.next_on,
  last_run_id: stored.last_run_id,
  created_by: stored.created_by_name,
  version: stored.version,
})
