import { ActionIcon } from '@mantine/core'
import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { IconMail } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { lazily } from '../../ui/lazily.tsx'

const EmailDialog = lazily(() => import('./EmailDialog.tsx'), 'EmailDialog')

/** Mails one invoice to its customer (INV-2). */
export function EmailInvoice({ invoice }: { invoice: InvoiceRow }) {
  const { t } = useTranslation()
  const can = useCan()
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!can(invoiceMail.email) || invoice.status.key === 'VOID') return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="plain"
        aria-label={t('Email {record}', { record: invoice.invoice_number })}
        title={t('Email')}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <IconMail size={17} stroke={1.6} aria-hidden />
      </ActionIcon>
      {wasOpened ? (
        <Suspense fallback={null}>
          <EmailDialog invoice={invoice} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
