import { Skeleton } from '@mantine/core'
import { mailStatusWords } from '@portal/contract/outbox/outbox-words.data.ts'
import { type CustomerMail, documentMailKinds, reminders } from '@portal/contract/reminders/reminders.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { FormSection } from '../form/FormSection.tsx'
import { outboxPath } from '../outbox/outbox.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { instantText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The newest e-mails with documents, and a way to all of them (RECV-9). */
export function CustomerMails({ companyId, companyName }: { companyId: number; companyName: string }) {
  const { t } = useTranslation()
  const params = { id: companyId }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(reminders.customerMails, { params }),
    queryFn: ({ signal }) => call(reminders.customerMails, { params }, { signal }),
  })
  return (
    <FormSection title="E-mailed documents">
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={64} className="customer-wide" /> : null}
      {data?.mails.length === 0 ? (
        <p className="customer-wide customer-note">{t('No document has been e-mailed yet.')}</p>
      ) : null}
      {data && data.mails.length > 0 ? <Mails mails={data.mails} /> : null}
      {data && data.mails.length > 0 ? (
        <p className="customer-wide customer-note">
          <PageLink to={outboxPath} search={{ filter: [`company_name:${companyName}`] }}>
            {t('All e-mails to this customer')}
          </PageLink>
        </p>
      ) : null}
    </FormSection>
  )
}

function Mails({ mails }: { mails: readonly CustomerMail[] }) {
  const { t } = useTranslation()
  return (
    <div className="customer-wide">
      <table className="record-table" aria-label={t('E-mailed documents')}>
        <thead>
          <tr>
            {['Date', 'Status', 'Kind', 'Subject', 'Email'].map((name) => (
              <th scope="col" key={name}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <td data-label={t('Date')}>{instantText(mail.sent_at ?? mail.created_at)}</td>
              <td data-label={t('Status')}>
                <StatusBadge word={mailStatusWords[mail.status]} context="outbox" />{' '}
                {mail.last_error ? sentence(t, mail.last_error_message, mail.last_error) : ''}
              </td>
              <td data-label={t('Kind')}>{t(documentMailKinds[mail.kind])}</td>
              <td>
                <PageLink to={`${outboxPath}/${mail.id}/view`}>{mail.subject}</PageLink>
              </td>
              <td data-label={t('Email')}>{mail.to_address || nothing}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
