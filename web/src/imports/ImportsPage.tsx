import { type ImportRow, imports } from '@portal/contract/imports/imports.ts'
import { importStatusWords } from '@portal/contract/imports/imports-words.data.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import { userLink } from '../list/columns/record-links.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { importsPath } from './imports.paths.ts'

const columns: Column<ImportRow>[] = [
  { key: 'file_name', header: 'File', priority: 1, phone: 'title' },
  { key: 'kind', header: 'Kind', phone: 'line', cell: (_, row) => row.kind_words, words: true },
  { key: 'provider', header: 'Provider' },
  { key: 'status', header: 'Status', priority: 2, phone: 'badge', ...badge(importStatusWords) },
  { key: 'created_at', header: 'Started', phone: 'line', ...instantCell },
  { key: 'read_count', header: 'Rows read', align: 'end' },
  { key: 'booked_count', header: 'Imported', priority: 3, align: 'end', phone: 'line' },
  { key: 'already_there_count', header: 'Duplicates', align: 'end' },
  { key: 'quarantined_count', header: 'Quarantined', align: 'end', optional: true },
  { key: 'failed_count', header: 'Rejected', priority: 4, align: 'end', phone: 'line' },
  { key: 'user_name', header: 'By', ...userLink() },
]

/** All imported files with the outcome of their rows, including imports in progress. */
export function ImportsPage() {
  return (
    <ListPage
      title="Imports"
      path={importsPath}
      endpoint={imports.list}
      columns={columns}
      nameOf={(one) => one.file_name}
      empty={{ none: 'No Import records to show', filtered: 'No Record found' }}
      get={imports.get}
    />
  )
}
