import { ActionIcon } from '@mantine/core'
import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { IconMail } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { useTranslation } from '../../ui/words/translation.ts'

const EmailDialog = lazily(() => import('./EmailDialog.tsx'), 'EmailDialog')

/** E-mails one invoice to its customer (INV-2). */
export function EmailInvoice({ invoice }: { invoice: InvoiceRow }) {
  const { t } = useTranslation()
  const can = useCan()
  const { ask, dialog } = useDialog<void>((_, frame) => <EmailDialog invoice={invoice} {...frame} />)
  if (!can(invoiceMail.email) || invoice.status.key === 'VOID') return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="plain"
        aria-label={t('Email {record}', { record: invoice.invoice_number })}
        title={t('Email', { context: 'action' })}
        onClick={() => ask()}
      >
        <IconMail size={17} stroke={1.6} aria-hidden />
      </ActionIcon>
      {dialog}
    </>
  )
}
