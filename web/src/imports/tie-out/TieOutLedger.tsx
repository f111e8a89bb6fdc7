import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import type { TieOutFigures, TieOutGroup } from '@portal/contract/imports/tie-out.ts'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { quantityText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { quarantineOf } from '../open-work.ts'
import { amountText } from './amount-text.ts'

const unitWords: Readonly<Record<string, string>> = { L: 'Litres', GAL: 'Gallons' }
type Entry = { label: string; figures?: TieOutFigures; amount?: number; note?: ReactNode }

/** One currency and unit: the file's figures above what became of them. The parts always add up to the file. */
export function TieOutLedger({ group, record }: { group: TieOutGroup; record: ImportRecord }) {
  const { t, language } = useTranslation()
  const unit = t(unitWords[group.unit ?? ''] ?? 'Pieces')
  // The heading of the column names the currency.
  const money = (amount: number) => amountText(amount, language)
  const isTied = group.still_open.rows === 0
  const notes = { group, record, money }
  const parts: Entry[] = [
    { label: record.status === 'ready' ? 'Can be imported' : 'Imported', figures: group.booked },
    { label: 'Duplicates', figures: group.already_there },
    { label: 'Quarantined', figures: group.quarantined, note: <QuarantineNote {...notes} /> },
    { label: 'Rejected', figures: group.rejected, note: <RejectedNote {...notes} /> },
    ...(group.rebates === 0 ? [] : [{ label: 'Rebates, not passed on', amount: -group.rebates }]),
    ...(group.rounding === 0 ? [] : [{ label: 'Rounding within rows', amount: group.rounding }]),
  ]
  return (
    <table className="tie-ledger">
      <caption>{group.currency === null ? t('Currency unreadable') : `${group.currency} · ${unit}`}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('Rows')}</th>
          <th scope="col">{unit}</th>
          <th scope="col">{[t('Amount'), group.currency].filter(Boolean).join(' ')}</th>
        </tr>
      </thead>
      <tbody>
        <LedgerRow entry={{ label: 'The file says', figures: group.file }} money={money} isStrong />
        {parts.map((entry) => (
          <LedgerRow key={entry.label} entry={entry} money={money} />
        ))}
      </tbody>
      <tfoot>
        <tr data-strong>
          <th scope="row">{t('Still open')}</th>
          <td>{isTied ? <IconCheck size={14} aria-hidden /> : group.still_open.rows.toLocaleString(language)}</td>
          <td>{quantityText(group.still_open.quantity, language)}</td>
          <td>{money(group.still_open.amount)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

type RowProps = { entry: Entry; money: (amount: number) => string; isStrong?: boolean }
function LedgerRow({ entry, money, isStrong }: RowProps) {
  const { t, language } = useTranslation()
  const { label, figures, amount = figures?.amount ?? 0, note } = entry
  return (
    <tr data-empty={figures?.rows === 0 || undefined} data-strong={isStrong || undefined}>
      <th scope="row">
        {t(label, { context: 'imports' })}
        {note}
      </th>
      <td>{figures?.rows.toLocaleString(language)}</td>
      <td>{figures ? quantityText(figures.quantity, language) : null}</td>
      <td>{money(amount)}</td>
    </tr>
  )
}

type NoteProps = { group: TieOutGroup; record: ImportRecord; money: (amount: number) => string }
/** What was quarantined, as of now. */
function QuarantineNote({ group: { waiting, released, skipped }, record, money }: NoteProps) {
  const { t } = useTranslation()
  const rowsOf = (label: string, { rows, amount }: TieOutFigures) =>
    rows > 0 ? t(label, { count: rows, amount: money(amount) }) : null
  const moved = [
    rowsOf('Waiting now: {count} ({amount})', waiting),
    rowsOf('Released since: {count} ({amount})', released),
    rowsOf('Skipped: {count} ({amount})', skipped),
  ].filter((words) => words !== null)
  if (record.status !== 'done' || moved.length === 0) return null
  const { to, filter } = quarantineOf(record)
  return (
    <small>
      {moved.join(' · ')}{' '}
      {waiting.rows > 0 ? (
        <PageLink to={to} search={{ filter }}>
          {t('Open quarantine')}
        </PageLink>
      ) : null}
    </small>
  )
}

function RejectedNote({ group: { rejected, unread_rows }, record }: NoteProps) {
  const { t } = useTranslation()
  if (rejected.rows === 0) return null
  return (
    <small>
      {unread_rows > 0 ? t('Rows whose amount cannot be read: {count}', { count: unread_rows }) : null}{' '}
      {record.errors.length > 0 ? <a href="#import-errors">{t('See the errors')}</a> : null}
    </small>
  )
}
