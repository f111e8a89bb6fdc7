import { batchStatusWords } from '@portal/contract/journal/journal-words.data.ts'
import './journal.css'
import '../form/form.css'
import '../ui/trouble/panel.css'
import { Alert, Button } from '@mantine/core'
import { type JournalBatchDetail, journalBatches } from '@portal/contract/journal/journal.ts'
import { IconArrowBackUp, IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { toList } from '../api/list-address.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { dateText, instantText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AccountSums } from './AccountSums.tsx'
import { JournalFacts } from './JournalFacts.tsx'
import { journalPath } from './journal.paths.ts'
import { useBatchActions } from './use-batch-actions.tsx'

/** One batch: its figures as exported, its file, and its withdrawal (RECV-10). */
export function BatchPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t } = useTranslation()
  const { save, isSaving, askWithdraw, dialog } = useBatchActions()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeyOf(journalBatches.get, { id }),
    queryFn: ({ signal }) => call(journalBatches.get, { params: { id } }, { signal }),
  })
  if (error && !data) return <PageTrouble error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading title={data.number}>{t('Journal batch')}</Heading>
          <span className="form-subject">{data.number}</span>
          <StatusBadge word={batchStatusWords[data.status]} />
        </div>
        <div className="page-actions">
          <LinkButton {...toList(journalPath)} icon={IconArrowLeft} label="Journal" />
          {data.status === 'withdrawn' ? null : (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => askWithdraw(data)}
            >
              {t('Withdraw…')}
            </Button>
          )}
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isSaving}
            onClick={() => save({ id: data.id })}
          >
            {t('Download')}
          </Button>
        </div>
      </div>
      <BatchBody batch={data} />
      {dialog}
    </>
  )
}

function BatchBody({ batch }: { batch: JournalBatchDetail }) {
  const { t, language } = useTranslation()
  const money = (amount: number) => moneyText(amount, language, batch.currency)
  return (
    <div className="panel journal-panel">
      {batch.status === 'withdrawn' ? (
        <Alert color="warn" variant="outline" title={t('Withdrawn: {reason}', { reason: batch.withdraw_reason ?? '' })}>
          {batch.withdrawn_by ?? nothing} · {instantText(batch.withdrawn_at)}
        </Alert>
      ) : null}
      <JournalFacts
        facts={[
          [t('Period'), `${dateText(batch.from)} – ${dateText(batch.to)}`],
          [t('Format'), t(batch.format_words)],
          [t('Entries'), batch.entries.toLocaleString(language)],
          [t('Debits'), money(batch.debit_total)],
          [t('Credits'), money(batch.credit_total)],
          [t('Unbilled cost, in no entry'), money(batch.unbilled_cost)],
          [t('Billed without a known cost'), money(batch.uncosted)],
          [
            t('By'),
            <RecordLink key="by" kind="user" id={batch.user_id}>
              {batch.user_name ?? nothing}
            </RecordLink>,
          ],
          [t('Exported'), instantText(batch.created_at)],
        ]}
      />
      {batch.sha256 ? <p className="journal-note journal-hash">SHA-256: {batch.sha256}</p> : null}
      <h2>{t('By account')}</h2>
      <AccountSums
        accounts={batch.accounts}
        currency={batch.currency}
        debit={batch.debit_total}
        credit={batch.credit_total}
      />
      <h2>{t('By day')}</h2>
      <DaySums batch={batch} />
    </div>
  )
}

function DaySums({ batch: { days, currency } }: { batch: JournalBatchDetail }) {
  const { t, language } = useTranslation()
  const money = (amount: number) => moneyText(amount, language, currency)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="journal-scroll" tabIndex={0} aria-label={t('By day')}>
      <table className="journal-table">
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            {['Entries', 'Debit', 'Credit'].map((heading) => (
              <th key={heading} scope="col" data-align="end">
                {t(heading)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, entries, debit, credit }) => (
            <tr key={date}>
              <th scope="row">{dateText(date)}</th>
              <td data-align="end" data-label={t('Entries')} className="journal-count">
                {entries.toLocaleString(language)}
              </td>
              <td data-align="end" data-label={t('Debit')}>
                {money(debit)}
              </td>
              <td data-align="end" data-label={t('Credit')}>
                {money(credit)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
