import { sentence } from '../ui/words/sentence.ts'
import '../ui/status.css'
import { Checkbox } from '@mantine/core'
import type { PreviewRow } from '@portal/contract/billing/billing-runs.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Why a customer starts unselected. */
const notDueWords: Record<PreviewRow['billing_cycle'], string> = {
  weekly: 'Billed weekly: no week ends on that day.',
  'semi-monthly': 'Billed twice a month: no half month ends on that day.',
  monthly: 'Billed monthly: no month ends on that day.',
}

type Props = {
  rows: readonly PreviewRow[]
  left: ReadonlySet<number>
  onLeft: (left: ReadonlySet<number>) => void
  isDisabled: boolean
}

const outcomeWords = { invoice: 'Invoice', carried: 'Carried', nothing: 'To review' } as const
const outcomeTones = { invoice: 'ok', carried: 'none', nothing: 'warn' } as const

/** One row per customer and currency. Selection is per customer, so its currencies are billed together. */
export function RunPreviewTable({ rows, left, onLeft, isDisabled }: Props) {
  const { t } = useTranslation()
  const companies = [...new Set(rows.map(({ company_id }) => company_id))]
  if (rows.length === 0) return <p className="run-note">{sentence(t, 'billing.nothing')}</p>
  const flagged = rows.reduce((sum, row) => sum + row.flagged, 0)
  const turn = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    onLeft(next)
  }
  return (
    <>
      {flagged > 0 ? (
        <p className="run-note">
          {t('Flagged transactions excluded until they are accepted: {count}.', { count: flagged })}{' '}
          <PageLink to={transactionsPath} search={{ filter: 'review:open' }}>
            {t('Review them')}
          </PageLink>
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className="billing-scroll" tabIndex={0} aria-label={t('Billing preview')}>
        <table className="billing-table">
          <thead>
            <tr>
              <th scope="col" className="tick">
                <Checkbox
                  aria-label={t('All customers')}
                  disabled={isDisabled}
                  checked={left.size === 0}
                  indeterminate={left.size > 0 && left.size < companies.length}
                  onChange={() => onLeft(left.size === 0 ? new Set(companies) : new Set())}
                />
              </th>
              <th scope="col">{t('Customer')}</th>
              <th scope="col" data-align="end">
                {t('Transactions')}
              </th>
              <th scope="col" data-align="end">
                {t('Total')}
              </th>
              <th scope="col" data-align="end">
                {t('Excluded')}
              </th>
              <th scope="col">{t('Outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <Row
                key={`${row.company_id} ${row.currency}`}
                row={row}
                isFirst={rows[at - 1]?.company_id !== row.company_id}
                isLeft={left.has(row.company_id)}
                onTurn={turn}
                isDisabled={isDisabled}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

type RowProps = {
  row: PreviewRow
  isFirst: boolean
  isLeft: boolean
  onTurn: (id: number) => void
  isDisabled: boolean
}
function Row({ row, isFirst, isLeft, onTurn, isDisabled }: RowProps) {
  const { t, language } = useTranslation()
  return (
    <tr data-off={isLeft || undefined}>
      <td className="tick">
        {isFirst ? (
          <Checkbox
            aria-label={row.company_name}
            disabled={isDisabled}
            checked={!isLeft}
            onChange={() => onTurn(row.company_id)}
          />
        ) : null}
      </td>
      <th scope="row" data-title>
        {row.company_name} <span className="currency">{row.currency}</span>
        {isFirst && !row.is_due ? <span className="not-due">{t(notDueWords[row.billing_cycle])}</span> : null}
      </th>
      <td data-align="end" data-label={t('Transactions')}>
        <span>
          {row.transactions.toLocaleString(language)}
          {row.late > 0 ? <span className="late"> · {t('{count} late', { count: row.late })}</span> : null}
        </span>
      </td>
      <td data-align="end" data-label={t('Total')}>
        {moneyText(row.total, language, row.currency)}
      </td>
      <td data-align="end" data-label={t('Excluded')}>
        {row.flagged > 0
          ? `${row.flagged.toLocaleString(language)} · ${moneyText(row.flagged_total, language, row.currency)}`
          : nothing}
      </td>
      <td data-label={t('Outcome')}>
        <span className="status" data-tone={outcomeTones[row.outcome]}>
          {t(outcomeWords[row.outcome])}
        </span>
      </td>
    </tr>
  )
}
