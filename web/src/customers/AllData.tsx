import { Button, Text } from '@mantine/core'
import { customerExport, mayExportCustomer } from '@portal/contract/customers/customer-export.ts'
import { IconFileZip } from '@tabler/icons-react'
import { useSession } from '../api/session.ts'
import { useDownload } from '../api/use-download.ts'
import { FormSection } from '../form/FormSection.tsx'
import { useTranslation } from '../ui/words/translation.ts'

/** Everything about the customer as one file, for those who may read all of it (OPS-6). */
export function AllData({ customerId }: { customerId: number }) {
  const { t } = useTranslation()
  const { grants } = useSession()
  const download = useDownload(customerExport.download, `customer-${customerId}.zip`, {
    success: 'Everything about the customer was downloaded.',
  })
  if (!mayExportCustomer(grants)) return null
  return (
    <FormSection title="All data">
      <div className="customer-wide">
        <Text mb={12}>{t('Every list, issued document and attachment of this customer, in one ZIP file.')}</Text>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconFileZip size={16} aria-hidden />}
          onClick={() => download.mutate({ params: { id: customerId } })}
        >
          {t('Download all data')}
        </Button>
      </div>
    </FormSection>
  )
}
