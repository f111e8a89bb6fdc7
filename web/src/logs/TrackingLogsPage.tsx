import { type LogRow, logs, recordTypeWords } from '@portal/contract/logs/logs.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { instantText, nothing } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { LogChanges } from './LogChanges.tsx'
import { LoggedPerson } from './LoggedPerson.tsx'
import { LoggedRecord } from './LoggedRecord.tsx'
import { logsPath } from './logs.paths.ts'

/** The account that the user acted for, marked if they had switched to it (NAV-7). */
function accountText(t: TFunction, { account, is_switched }: LogRow): string {
  if (account === null) return nothing
  return is_switched ? t('{account} (switched)', { account }) : account
}

const columnsFor = (t: TFunction): Column<LogRow>[] => [
  { key: 'at', header: 'When', priority: 2, phone: 'line', cell: (value) => instantText(value) },
  {
    key: 'user_email',
    header: 'Person',
    priority: 3,
    phone: 'line',
    cell: (email, row) => <LoggedPerson email={email} row={row} />,
  },
  { key: 'action', header: 'Action', priority: 1, phone: 'title', cell: (_, row) => t(row.action_words) },
  {
    key: 'record_type',
    header: 'Record type',
    cell: (value) => (value === null ? nothing : t(recordTypeWords[value] ?? value)),
  },
  {
    key: 'record_label',
    header: 'Record',
    priority: 4,
    phone: 'line',
    cell: (_, row) => <LoggedRecord row={row} />,
  },
  { key: 'account', header: 'Account', phone: 'line', cell: (_, row) => accountText(t, row) },
  { key: 'service_key_name', header: 'API key', optional: true },
  { key: 'request_id', header: 'Request', optional: true },
]

export function TrackingLogsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      title="Tracking Logs"
      path={logsPath}
      endpoint={logs.list}
      columns={columnsFor(t)}
      nameOf={(log) => `${t(log.action_words)}, ${instantText(log.at)}`}
      empty={{ none: 'No Log records to show', filtered: 'No Record found' }}
      expand={(log) => <LogChanges log={log} />}
    />
  )
}
