import { mailStatusWords } from '@portal/contract/outbox/outbox-words.data.ts'
import './document-mails.css'
import { Button, Skeleton } from '@mantine/core'
import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import type { InvoiceMailState } from '@portal/contract/invoices/invoice-mail.ts'
import type { MessageParts } from '@portal/contract/message.ts'
import { IconFileSpreadsheet, IconFileTypePdf, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../api/session.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { instantText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { MailSource } from './document-calls.ts'

const isUnderWay = ({ status }: InvoiceMailState): boolean => status === 'queued' || status === 'sending'
/** Polls while an e-mail is being sent, so its outcome appears (INV-14). */
const lookAgainMs = 3000

type Download = { fetch: (type: DocumentType) => void; pending: DocumentType | undefined }
type Retry = { send: (mailId: number) => void; pending: number | string | undefined }
type Props = {
  source: MailSource
  /** What is said while there is no e-mail. */
  none: string
  /** Each is missing if the user cannot do it. */
  download: Download | undefined
  onEmail: (() => void) | undefined
  retry: Retry | undefined
}

/** The documents of an invoice or a credit note, the button to e-mail it, and the outcome of each e-mail. */
export function DocumentMails({ source, none, download, onEmail, retry }: Props) {
  const { t } = useTranslation()
  const isStaff = useSession().company.kind !== 'customer'
  const { data, error, refetch, isFetching } = useQuery({
    ...source,
    refetchInterval: ({ state }) => (state.data?.mails.some(isUnderWay) ? lookAgainMs : false),
  })
  // A kept e-mail was never sent because there is no mail server. Only staff need to know.
  const mails = data?.mails.filter(({ status }) => isStaff || status !== 'kept')
  return (
    <section className="panel form-section" aria-labelledby="document-mails">
      <div className="document-mails-head">
        <h2 id="document-mails">{t('Documents and e-mails')}</h2>
        <Tools download={download} onEmail={onEmail} />
      </div>
      {data === undefined && !error ? <Skeleton height={32} /> : null}
      {isStaff && mails?.length === 0 ? <p className="document-mails-note">{t(none)}</p> : null}
      <ul className="document-mails">
        {mails?.map((mail) => (
          <MailLine key={mail.id} mail={mail} retry={retry} />
        ))}
      </ul>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
    </section>
  )
}

const papers = [
  { type: 'PDF', label: 'Download PDF', Icon: IconFileTypePdf },
  { type: 'CSV', label: 'Download CSV', Icon: IconFileSpreadsheet },
] as const

function Tools({ download, onEmail }: Pick<Props, 'download' | 'onEmail'>) {
  const { t } = useTranslation()
  return (
    <div className="document-mails-tools">
      {download
        ? papers.map(({ type, label, Icon }) => (
            <Button
              key={type}
              size="xs"
              variant="default"
              leftSection={<Icon size={16} aria-hidden />}
              loading={download.pending === type}
              onClick={() => download.fetch(type)}
            >
              {t(label)}
            </Button>
          ))
        : null}
      {onEmail ? (
        <Button size="xs" variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={onEmail}>
          {t('Email', { context: 'action' })}
        </Button>
      ) : null}
    </div>
  )
}

/** The most useful sentence beside an e-mail's status. */
function reasonOf(mail: InvoiceMailState): string | MessageParts | null {
  if (mail.status === 'kept') return 'No mail server is set up. The e-mail is kept here.'
  return mail.last_error_message ?? mail.last_error
}

function MailLine({ mail, retry }: { mail: InvoiceMailState; retry: Retry | undefined }) {
  const { t } = useTranslation()
  const reason = reasonOf(mail)
  const at = mail.sent_at ?? mail.created_at
  return (
    <li>
      <time dateTime={at} className="document-mails-note">
        {instantText(at)}
      </time>
      <div>
        <p>
          <StatusBadge word={mailStatusWords[mail.status]} /> {mail.is_reminder ? `${t('Reminder')} · ` : ''}
          {mail.to_address || nothing}
        </p>
        {reason ? <p className="document-mails-note">{sentence(t, reason, mail.last_error ?? '')}</p> : null}
        {mail.attempts > 1 || (mail.attempts > 0 && mail.status !== 'sent') ? (
          <p className="document-mails-note">
            {t('{name}: {value}', { name: t('Attempts'), value: mail.attempts })}
            {mail.next_attempt_at
              ? ` · ${t('{name}: {value}', { name: t('Next attempt'), value: instantText(mail.next_attempt_at) })}`
              : ''}
          </p>
        ) : null}
      </div>
      {mail.can_retry && retry ? (
        <Button size="xs" variant="default" loading={retry.pending === mail.id} onClick={() => retry.send(mail.id)}>
          {t('Try again')}
        </Button>
      ) : null}
    </li>
  )
}
