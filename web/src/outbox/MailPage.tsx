import { mailStatusWords } from '@portal/contract/outbox/outbox-words.data.ts'
import { sentence } from '../ui/words/sentence.ts'
import './outbox.css'
import { Button } from '@mantine/core'
import { accounts } from '@portal/contract/accounts/accounts.ts'
import { creditNoteDocuments } from '@portal/contract/credit-notes/credit-note-documents.ts'
import { invoiceDocuments } from '@portal/contract/invoices/invoice-documents.ts'
import { type Mail, outbox } from '@portal/contract/outbox/outbox.ts'
import { IconArrowLeft, IconPaperclip, IconSend } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { useDownload } from '../api/use-download.ts'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { RecordLink } from '../links/RecordLink.tsx'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { instantText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { MailKind } from './MailKind.tsx'
import { outboxPath } from './outbox.paths.ts'

export function MailPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <RecordLoader endpoint={outbox.get} id={id}>
      {(mail) => <MailView mail={mail} />}
    </RecordLoader>
  )
}

/** Shows the e-mail as plain text: nothing in it is run, fetched or clickable. */
function MailView({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const can = useCan()
  const retry = useAction(outbox.retry)
  const facts: [string, ReactNode][] = [
    [t('To', { context: 'outbox' }), mail.to_address || nothing],
    [t('Kind'), <MailKind key="kind" kind={mail.kind} />],
    [
      t('Company'),
      <RecordLink key="company" kind="company" id={mail.company_id}>
        {mail.company_name}
      </RecordLink>,
    ],
    [t('Written'), instantText(mail.created_at)],
    ...(mail.sent_at ? [[t('Sent at'), instantText(mail.sent_at)] as [string, string]] : []),
    ...(mail.status === 'queued' && mail.attempts > 0
      ? [[t('Next attempt'), instantText(mail.next_attempt_at)] as [string, string]]
      : []),
    ...(mail.attempts > 0 ? [[t('Attempts'), String(mail.attempts)] as [string, string]] : []),
    ...(mail.last_error
      ? [[t('Last error'), sentence(t, mail.last_error_message, mail.last_error)] as [string, string]]
      : []),
  ]
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading>{mail.subject}</Heading>
          <StatusBadge word={mailStatusWords[mail.status]} context="outbox" />
        </div>
        <div className="page-actions">
          <LinkButton {...toList(outboxPath)} icon={IconArrowLeft} label="List of Mail" />
          {mail.can_retry && can(outbox.retry) ? (
            <Button
              loading={retry.isPending}
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => retry.mutate({ params: { id: mail.id } })}
            >
              {t('Send again')}
            </Button>
          ) : null}
        </div>
      </div>
      <article className="panel mail">
        {mail.erased_at ? (
          <p>
            {t('The address and the text were deleted on {day}, as the retention settings say.', {
              day: instantText(mail.erased_at),
            })}
          </p>
        ) : null}
        {mail.status === 'kept' && !mail.erased_at ? (
          <p>{t('No mail server is set up. The e-mail is kept here.')}</p>
        ) : null}
        <dl className="mail-facts">
          {facts.map(([name, value]) => (
            <FactLine key={name} name={name} value={value} />
          ))}
        </dl>
        <pre className="mail-text">{mail.text}</pre>
        <MailPapers mail={mail} />
      </article>
    </>
  )
}

/** The e-mail's attachments, as they would be sent now. */
function MailPapers({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const can = useCan()
  const download = useDownload(invoiceDocuments.download, 'invoice.pdf')
  const downloadCreditNote = useDownload(creditNoteDocuments.download, 'credit-note.pdf')
  const downloadStatement = useDownload(accounts.statementPdf, 'statement.pdf')
  const open = ({ invoice_id, credit_note_id, company_id, from, to }: Mail['attachments'][number]) => {
    if (invoice_id !== undefined) download.mutate({ params: { id: String(invoice_id) } })
    else if (credit_note_id !== undefined) downloadCreditNote.mutate({ params: { number: String(credit_note_id) } })
    else if (company_id && from && to)
      downloadStatement.mutate({ params: { id: String(company_id) }, query: { from, to } })
  }
  const isPending = download.isPending || downloadCreditNote.isPending || downloadStatement.isPending
  if (mail.attachments.length === 0 || !can(invoiceDocuments.download)) return null
  return (
    <section aria-label={t('Attachments')} className="mail-papers">
      {mail.attachments.map((attachment) => (
        <Button
          key={attachment.name}
          variant="default"
          size="xs"
          loading={isPending}
          leftSection={<IconPaperclip size={16} aria-hidden />}
          onClick={() => open(attachment)}
        >
          {attachment.name}
        </Button>
      ))}
    </section>
  )
}

function FactLine({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
