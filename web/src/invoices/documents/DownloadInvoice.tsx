import { ActionIcon } from '@mantine/core'
import { invoiceDocuments } from '@portal/contract/invoices/invoice-documents.ts'
import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { IconDownload } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { useInvoiceDownload } from './use-invoice-download.ts'

/** Downloads one invoice (INV-2). */
export function DownloadInvoice({ invoice }: { invoice: InvoiceRow }) {
  const { t } = useTranslation()
  const can = useCan()
  const download = useInvoiceDownload()
  if (!can(invoiceDocuments.download)) return null
  return (
    <ActionIcon
      variant="subtle"
      color="plain"
      loading={download.isPending}
      aria-label={t('Download {record}', { record: invoice.invoice_number })}
      title={t('Download')}
      onClick={() => download.mutate({ id: invoice.id, type: 'PDF' })}
    >
      <IconDownload size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
