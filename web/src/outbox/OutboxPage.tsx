import { type MailRow, outbox } from '@portal/contract/outbox/outbox.ts'
import { mailStatusWords } from '@portal/contract/outbox/outbox-words.data.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import { companyLink } from '../list/columns/record-links.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { MailKind } from './MailKind.tsx'
import { outboxPath } from './outbox.paths.ts'

const columns: Column<MailRow>[] = [
  { key: 'subject', header: 'Subject', priority: 1, phone: 'title' },
  { key: 'to_address', header: 'To', priority: 3, phone: 'line' },
  { key: 'company_name', header: 'Company', phone: 'line', ...companyLink() },
  { key: 'status', header: 'Status', priority: 2, phone: 'badge', ...badge(mailStatusWords, 'outbox') },
  { key: 'created_at', header: 'Written', phone: 'line', ...instantCell },
  { key: 'sent_at', header: 'Sent at', ...instantCell },
  { key: 'attempts', header: 'Attempts', align: 'end' },
  { key: 'kind', header: 'Kind', optional: true, cell: (kind) => <MailKind kind={kind} /> },
]

/** The portal's e-mails and their outcomes, including those that failed for good (C4). */
export function OutboxPage() {
  return (
    <ListPage
      title="Mail"
      path={outboxPath}
      endpoint={outbox.list}
      columns={columns}
      nameOf={(mail) => `${mail.subject} (${mail.to_address})`}
      empty={{ none: 'No Mail records to show', filtered: 'No Mail found.' }}
      get={outbox.get}
    />
  )
}
