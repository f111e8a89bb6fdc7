import type { PeriodWork } from '@portal/contract/books/books.ts'
import { quarantinePath } from '../booking/quarantine.paths.ts'
import { creditNotesPath } from '../credit-notes/credit-notes.paths.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { receiptsPath } from '../receipts/receipts.paths.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Row = { name: string; about: string; counts: PeriodWork['unbilled'] | number; to: string; filter: string[] }
const rowsOf = (work: PeriodWork): Row[] => [
  {
    name: 'Not billed yet',
    about: 'They go on an invoice dated in the open period.',
    counts: work.unbilled,
    to: transactionsPath,
    filter: ['billing:open', `txn_date:..${work.through}`],
  },
  {
    name: 'Drafts',
    about: 'They need a later issue date before they are sent.',
    counts: work.drafts,
    to: invoicesPath,
    filter: ['status:DRAFT', `issued_date:..${work.through}`],
  },
  {
    name: 'In quarantine',
    about: 'Released later, they are billed in the open period.',
    counts: work.quarantined,
    to: quarantinePath,
    filter: ['status:waiting'],
  },
  {
    name: 'Imports that do not tie out',
    about: 'Make them tie out, or explain them, so that nothing is missing.',
    counts: work.untied_imports,
    to: importsPath,
    filter: ['kind:transactions', `created_at:..${work.through}`],
  },
  {
    name: 'On account',
    about: 'An allocation after closing is dated in the open period.',
    counts: work.on_account,
    to: receiptsPath,
    filter: ['has_money:yes', `receipt_date:..${work.through}`],
  },
]

/** What is still open through a day, each with a link to exactly that. */
export function OpenWorkTable({ work }: { work: PeriodWork }) {
  const { t } = useTranslation()
  const isNone = (counts: Row['counts']) => (typeof counts === 'number' ? counts === 0 : counts.length === 0)
  return (
    <>
      <table className="record-table" aria-label={t('Unfinished items')}>
        <thead>
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('What follows')}</th>
            <th scope="col" data-align="end">
              {t('Still open')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(work).map((row) => (
            <tr key={row.name} data-over={isNone(row.counts) || undefined}>
              <th scope="row">{t(row.name)}</th>
              <td>{isNone(row.counts) ? '' : t(row.about)}</td>
              <td data-label={t('Still open')} data-align="end">
                {isNone(row.counts) ? '0' : <Counts row={row} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {work.untied.length > 0 ? (
        <p className="record-note books-untied">
          {t('Imports that do not tie out')}
          {': '}
          {work.untied.map(({ id, file_name }) => (
            <PageLink key={id} to={`${importsPath}/${id}/view`}>
              {file_name}
            </PageLink>
          ))}
        </p>
      ) : null}
      {work.on_account.length > 0 ? (
        <p className="record-note">
          {t('Money on account includes open credit notes.')}{' '}
          <PageLink to={creditNotesPath} search={{ filter: ['has_money:yes', `issued_date:..${work.through}`] }}>
            {t('Show them')}
          </PageLink>
        </p>
      ) : null}
    </>
  )
}

/** A count, or one with its sum per currency. */
function Counts({ row: { counts, to, filter } }: { row: Row }) {
  const { language } = useTranslation()
  if (typeof counts === 'number')
    return (
      <PageLink to={to} search={{ filter }}>
        {counts}
      </PageLink>
    )
  return (
    <span className="books-counts">
      {counts.map(({ currency, count, amount }) => (
        <PageLink key={currency} to={to} search={{ filter: [...filter, `currency:${currency}`] }}>
          {count} · {moneyText(amount, language, currency)}
        </PageLink>
      ))}
    </span>
  )
}
