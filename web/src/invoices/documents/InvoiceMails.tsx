import type { MessageParts } from '@portal/contract/message.ts'
import { sentence } from '../../ui/words/sentence.ts'
import './invoice-mails.css'
import { Button, Skeleton } from '@mantine/core'
import { invoiceDocuments } from '@portal/contract/invoices/invoice-documents.ts'
import { type InvoiceMailState, invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import type { Invoice } from '@portal/contract/invoices/invoices.ts'
import { mailStatusWords } from '@portal/contract/outbox/outbox.ts'
import { IconFileSpreadsheet, IconFileTypePdf, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan, useSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { lazily } from '../../ui/lazily.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { instantText } from '../../ui/words/texts.ts'
import { useInvoiceDownload } from './use-invoice-download.ts'

const EmailDialog = lazily(() => import('./EmailDialog.tsx'), 'EmailDialog')

const isUnderWay = ({ status }: InvoiceMailState): boolean => status === 'queued' || status === 'sending'
/** Polls while an e-mail is being sent, so its outcome appears (INV-14). */
const lookAgainMs = 3000

/** The documents of an invoice, the button to e-mail it, and the outcome of each e-mail. */
export function InvoiceMails({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const isStaff = useSession().company.kind !== 'customer'
  const id = String(invoice.id)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(invoiceMail.mails, { id }),
    queryFn: ({ signal }) => call(invoiceMail.mails, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.mails.some(isUnderWay) ? lookAgainMs : false),
  })
  // A kept e-mail was never sent because there is no mail server. Only staff need to know.
  const mails = data?.mails.filter(({ status }) => isStaff || status !== 'kept')
  return (
    <section className="panel form-section" aria-labelledby="invoice-mails">
      <div className="invoice-mails-head">
        <h2 id="invoice-mails">{t('Documents and e-mails')}</h2>
        <Papers invoice={invoice} />
      </div>
      {data === undefined && !error ? <Skeleton height={32} /> : null}
      {isStaff && mails?.length === 0 ? (
        <p className="invoice-mails-note">{t('This invoice has not been e-mailed yet.')}</p>
      ) : null}
      <ul className="invoice-mails">
        {mails?.map((mail) => (
          <MailLine key={mail.id} invoice={invoice} mail={mail} />
        ))}
      </ul>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
    </section>
  )
}

function Papers({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const can = useCan()
  const download = useInvoiceDownload()
  const { ask, dialog } = useDialog<void>((_, frame) => <EmailDialog invoice={invoice} {...frame} />)
  const papers = [
    { type: 'PDF', label: 'Download PDF', Icon: IconFileTypePdf },
    { type: 'CSV', label: 'Download CSV', Icon: IconFileSpreadsheet },
  ] as const
  return (
    <div className="invoice-mails-tools">
      {can(invoiceDocuments.download)
        ? papers.map(({ type, label, Icon }) => (
            <Button
              key={type}
              size="xs"
              variant="default"
              leftSection={<Icon size={16} aria-hidden />}
              loading={download.isPending && download.variables?.type === type}
              onClick={() => download.mutate({ id: invoice.id, type })}
            >
              {t(label)}
            </Button>
          ))
        : null}
      {can(invoiceMail.email) && invoice.status.key !== 'VOID' ? (
        <Button size="xs" variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={() => ask()}>
          {t('Email')}
        </Button>
      ) : null}
      {dialog}
    </div>
  )
}

/** The most useful sentence beside an e-mail's status. */
function reasonOf(mail: InvoiceMailState): string | MessageParts | null {
  if (mail.status === 'kept') return 'No mail server is set up. The e-mail is kept here.'
  return mail.last_error_message ?? mail.last_error
}

function MailLine({ invoice, mail }: { invoice: Invoice; mail: InvoiceMailState }) {
  const { t } = useTranslation()
  const can = useCan()
  const retry = useAction(invoiceMail.retryMail)
  const reason = reasonOf(mail)
  const at = mail.sent_at ?? mail.created_at
  return (
    <li>
      <time dateTime={at} className="invoice-mails-note">
        {instantText(at)}
      </time>
      <div>
        <p>
          <StatusBadge word={mailStatusWords[mail.status]} /> {mail.to_address}
        </p>
        {reason ? <p className="invoice-mails-note">{sentence(t, reason, mail.last_error ?? '')}</p> : null}
        {mail.attempts > 1 || (mail.attempts > 0 && mail.status !== 'sent') ? (
          <p className="invoice-mails-note">
            {t('{name}: {value}', { name: t('Attempts'), value: mail.attempts })}
            {mail.next_attempt_at
              ? ` · ${t('{name}: {value}', { name: t('Next attempt'), value: instantText(mail.next_attempt_at) })}`
              : ''}
          </p>
        ) : null}
      </div>
      {mail.can_retry && can(invoiceMail.retryMail) && invoice.status.key !== 'VOID' ? (
        <Button
          size="xs"
          variant="default"
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { id: String(invoice.id), mailId: mail.id } })}
        >
          {t('Try again')}
        </Button>
      ) : null}
    </li>
  )
}
