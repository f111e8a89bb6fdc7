import './invoice-mails.css'
import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useAction } from '../../api/use-action.ts'
import { customersPath } from '../../customers/customers.paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type Props = { invoice: InvoiceRow; opened: boolean; onClose: () => void }

/** Sending needs confirmation: it locks a Draft and shows it to its company (INV-14). */
export function EmailDialog({ invoice, opened, onClose }: Props) {
  const { t } = useTranslation()
  const email = useAction(invoiceMail.email)
  const id = String(invoice.id)
  const { data, error } = useQuery({
    queryKey: queryKeyOf(invoiceMail.mails, { id }),
    queryFn: ({ signal }) => call(invoiceMail.mails, { params: { id } }, { signal }),
    enabled: opened,
    // The address may have just been entered.
    staleTime: 0,
  })
  const isDraft = invoice.status.key === 'DRAFT'
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Email invoice')}
      text={
        isDraft
          ? t('We e-mail the PDF to the customer’s address for documents. The Draft becomes Sent.')
          : t('We e-mail the PDF to the customer’s address for documents.')
      }
      subject={
        <>
          {invoice.invoice_number} · {invoice.company_name}
          <Address invoice={invoice} address={data?.next_address} />
        </>
      }
      blocked={data === undefined ? !error : data.next_address === null}
      confirm="Email"
      busy={email.isPending}
      onConfirm={() => email.mutate({ query: { type: 'spol/invoices', id } }, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}

/** Shows the address before the e-mail is sent, or a link to enter one. */
function Address({ invoice, address }: Pick<Props, 'invoice'> & { address: string | null | undefined }) {
  const { t } = useTranslation()
  if (address === undefined) return null
  return (
    <span className="email-to" role="status">
      {address === null ? (
        <>
          {t('This customer has no e-mail address.')}{' '}
          <Link to={`${customersPath}/${invoice.company_id}/edit`}>{t('Enter an address')}</Link>
        </>
      ) : (
        t('To: {address}', { address })
      )}
    </span>
  )
}
