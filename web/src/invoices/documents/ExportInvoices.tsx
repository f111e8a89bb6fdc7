import { Button } from '@mantine/core'
import { invoiceDocuments, nothingToExport } from '@portal/contract/invoices/invoice-documents.ts'
import { IconFileZip } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import type { Selection } from '../../list/use-selection.ts'
import { lazily } from '../../ui/lazily.tsx'
import { notify } from '../../ui/notify.ts'
import { useDialog } from '../../ui/use-dialog.tsx'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import type { ChosenBody } from './use-invoice-download.ts'

const DownloadDialog = lazily(() => import('./DownloadDialog.tsx'), 'DownloadDialog')

/** Exports the selected invoices as a ZIP file (INV-3). The button stays enabled, so it can say what is missing. */
export function ExportInvoices({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const can = useCan()
  const { ask, dialog } = useDialog((asked: { chosen: ChosenBody; count: number }, frame) => (
    <DownloadDialog {...asked} {...frame} />
  ))
  if (!can(invoiceDocuments.export)) return null
  const start = () => {
    if (selection.count === 0) return notify.warning(sentence(t, nothingToExport))
    const chosen = selection.all ? { filter: [...selection.all.filter] } : { ids: [...selection.ids] }
    ask({ chosen, count: selection.count })
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconFileZip size={16} aria-hidden />} onClick={start}>
        {t('Export')}
      </Button>
      {dialog}
    </>
  )
}
