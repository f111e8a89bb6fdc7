import { journalBatches } from '@portal/contract/journal/journal.ts'
import { IconArrowLeft, IconListDetails } from '@tabler/icons-react'
import { reportingPath } from '../app/sections.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { journalAccountsPath, journalExportPath, journalPath } from './journal.paths.ts'
import { journalColumns } from './journal-columns.tsx'
import { useBatchActions } from './use-batch-actions.tsx'

/** The exported batches of the journal, with their files (RECV-10). */
export function JournalPage() {
  const { actionsOn, dialog } = useBatchActions()
  return (
    <ListPage
      title="Journal"
      path={journalPath}
      endpoint={journalBatches.list}
      columns={journalColumns}
      nameOf={({ number }) => number}
      empty={{ none: 'No journal batches to show', filtered: 'No Record found' }}
      get={journalBatches.get}
      add={{ endpoint: journalBatches.create, label: 'Export the journal', to: journalExportPath }}
      rowActions={actionsOn}
      headActions={
        <>
          <LinkButton to={reportingPath} icon={IconArrowLeft} label="Reporting" />
          <LinkButton to={journalAccountsPath} icon={IconListDetails} label="General-ledger accounts" />
        </>
      }
    >
      {dialog}
    </ListPage>
  )
}
