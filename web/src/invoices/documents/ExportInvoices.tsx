import { Button } from '@mantine/core'
import { invoiceDocuments, nothingToExport } from '@portal/contract/invoices/invoice-documents.ts'
import { IconFileZip } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import type { Selection } from '../../list/use-selection.ts'
import { lazily } from '../../ui/lazily.tsx'
import { notify } from '../../ui/notify.ts'
import type { ChosenBody } from './use-invoice-download.ts'

const DownloadDialog = lazily(() => import('./DownloadDialog.tsx'), 'DownloadDialog')

/** The ticked invoices in a ZIP file (INV-3). The button stays enabled, so that it can say what is missing. */
export function ExportInvoices({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const can = useCan()
  const [asked, setAsked] = useState<{ chosen: ChosenBody; count: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  if (!can(invoiceDocuments.export)) return null
  const ask = () => {
    if (selection.count === 0) return notify.warning(t(nothingToExport))
    const chosen = selection.all ? { filter: [...selection.all.filter] } : { ids: [...selection.ids] }
    setAsked({ chosen, count: selection.count })
    setOpen(true)
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconFileZip size={16} aria-hidden />} onClick={ask}>
        {t('Export')}
      </Button>
      {asked ? (
        <Suspense fallback={null}>
          <DownloadDialog {...asked} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
