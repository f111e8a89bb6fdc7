import { Button } from '@mantine/core'
import { type ProviderStatement, providerStatements } from '@portal/contract/booking/provider-statements.ts'
import { tieStatusWords } from '@portal/contract/imports/tie-out.ts'
import { IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { badge, day, moneyCell } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { statementsPath } from './provider-statements.paths.ts'

const StatementDialog = lazily(() => import('../imports/tie-out/StatementDialog.tsx'), 'StatementDialog')
const StatementDetails = lazily(() => import('../imports/tie-out/StatementDetails.tsx'), 'StatementDetails')

const columns: Column<ProviderStatement>[] = [
  { key: 'provider', header: 'Provider', priority: 3, phone: 'line' },
  { key: 'number', header: 'Statement number', priority: 1, phone: 'title' },
  { key: 'statement_date', header: 'Statement date', phone: 'line', ...day },
  { key: 'total', header: 'Statement total', phone: 'line', ...moneyCell },
  { key: 'files_total', header: 'Total of its files', ...moneyCell },
  { key: 'difference', header: 'Difference', priority: 2, phone: 'line', ...moneyCell },
  { key: 'status', header: 'Status', priority: 4, phone: 'badge', ...badge(tieStatusWords) },
  { key: 'import_count', header: 'Imports', align: 'end' },
]

/** The fuel providers' statements beside what their files say (TXN-17). */
export function ProviderStatementsPage() {
  const { t } = useTranslation()
  const { ask, dialog } = useDialog((asked: { at: number }, frame) => (
    <StatementDialog key={asked.at} stored={null} {...frame} />
  ))
  return (
    <ListPage
      title="Provider Statements"
      path={statementsPath}
      endpoint={providerStatements.list}
      columns={columns}
      nameOf={({ provider, number }) => `${provider} ${number}`}
      empty={{ none: 'No statements to show', filtered: 'No Record found' }}
      headActions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask({ at: Date.now() })}>
          {t('Enter statement')}
        </Button>
      }
      expand={(statement) => (
        <Suspense fallback={null}>
          <StatementDetails statement={statement} />
        </Suspense>
      )}
    >
      {dialog}
    </ListPage>
  )
}
