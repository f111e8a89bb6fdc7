import { Button, Group, Radio, Stack } from '@mantine/core'
import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { type ChosenBody, useInvoiceExport } from './use-invoice-download.ts'

type Props = { chosen: ChosenBody; count: number; opened: boolean; onClose: () => void }

/**
 * Downloads the selected invoices (INV-3). Stays open while the file is created and after a failure, so the choices are
 * kept.
 */
export function DownloadDialog({ chosen, count, opened, onClose }: Props) {
  const { t } = useTranslation()
  const [type, setType] = useState<DocumentType>('PDF')
  const exporting = useInvoiceExport()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Export selected invoices to a ZIP file')} size={440}>
      <Stack gap={16}>
        <Radio.Group
          value={type}
          onChange={(value) => setType(value as DocumentType)}
          label={t('File type')}
          description={count === 1 ? t('1 invoice') : t('{count} invoices', { count })}
        >
          <Group mt={8} gap={24}>
            <Radio value="PDF" label="PDF" data-autofocus />
            <Radio value="CSV" label="CSV" />
          </Group>
        </Radio.Group>
        <Group gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button
            loading={exporting.isPending}
            onClick={() => exporting.mutate({ chosen, type }, { onSuccess: onClose })}
          >
            {t('Export')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
