import './bank-files.css'
import { Button } from '@mantine/core'
import { bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { IconUpload } from '@tabler/icons-react'
import { ListPage } from '../list/ListPage.tsx'
import { useSelection } from '../list/use-selection.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { bankFilesPath } from './bank-files.paths.ts'
import { bankLineColumns } from './bank-line-columns.tsx'
import { ConfirmSelected } from './ConfirmSelected.tsx'
import { nameOfLine } from './line-texts.ts'
import { StatusSelect } from './StatusSelect.tsx'
import { useLineActions } from './use-line-actions.tsx'

const UploadDialog = lazily(() => import('./UploadDialog.tsx'), 'UploadDialog')

/** Money that came in through the bank, with what it probably pays, until a person confirms it (RECV-1). */
export function BankFilesPage() {
  const { t } = useTranslation()
  const selection = useSelection()
  const { actionsOn, dialog } = useLineActions()
  const uploading = useDialog((_: true, frame) => <UploadDialog {...frame} />)
  return (
    <ListPage
      title="Bank files"
      path={bankFilesPath}
      endpoint={bankLines.list}
      columns={bankLineColumns}
      nameOf={nameOfLine}
      empty={{ none: 'No bank lines to show. Upload a file from your bank.', filtered: 'No Record found' }}
      selection={selection}
      intro={<StatusSelect />}
      toolbar={<ConfirmSelected selection={selection} />}
      rowActions={actionsOn}
      headActions={
        <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => uploading.ask(true)}>
          {t('Upload bank file')}
        </Button>
      }
    >
      {dialog}
      {uploading.dialog}
    </ListPage>
  )
}
