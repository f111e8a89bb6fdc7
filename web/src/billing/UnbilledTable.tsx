import { flagWords } from '@portal/contract/transactions/transactions-words.data.ts'
import '../ui/status.css'
import { Button, Checkbox } from '@mantine/core'
import type { UnbilledTransaction } from '@portal/contract/billing/drafts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useState } from 'react'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { localTimeText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = {
  rows: readonly UnbilledTransaction[]
  currency: Currency
  left: ReadonlySet<number>
  onLeft: (left: ReadonlySet<number>) => void
  isDisabled: boolean
}

const shownAtFirst = 100

/** All billable transactions start selected. Flagged ones cannot be selected until they are accepted. */
export function UnbilledTable({ rows, currency, left, onLeft, isDisabled }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(shownAtFirst)
  if (rows.length === 0) return null
  const billable = rows.filter(({ is_billable }) => is_billable)
  const selected = billable.filter(({ txn_id }) => !left.has(txn_id)).length
  const turn = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    onLeft(next)
  }
  return (
    <>
      {billable.length < rows.length ? (
        <p className="run-note">
          {t('Flagged transactions excluded until they are accepted: {count}.', {
            count: rows.length - billable.length,
          })}{' '}
          <PageLink to={transactionsPath} search={{ filter: 'review:open' }}>
            {t('Review them')}
          </PageLink>
        </p>
      ) : null}
      <div className="billing-scroll">
        <table className="billing-table" aria-label={t('Unbilled transactions')}>
          <thead>
            <tr>
              <th scope="col" className="tick">
                <Checkbox
                  aria-label={t('All transactions')}
                  disabled={isDisabled || billable.length === 0}
                  checked={billable.length > 0 && selected === billable.length}
                  indeterminate={selected > 0 && selected < billable.length}
                  onChange={() =>
                    onLeft(selected === billable.length ? new Set(billable.map(({ txn_id }) => txn_id)) : new Set())
                  }
                />
              </th>
              <th scope="col">{t('Auth code')}</th>
              <th scope="col">{t('Time stamp')}</th>
              <th scope="col">{t('Merchant number')}</th>
              <th scope="col">{t('Merchant city')}</th>
              <th scope="col" data-align="end">
                {t('Amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <Row
                key={row.txn_id}
                row={row}
                currency={currency}
                isSelected={!left.has(row.txn_id)}
                onTurn={turn}
                isDisabled={isDisabled}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown ? (
        <Button variant="default" size="xs" onClick={() => setShown(rows.length)}>
          {t('Show all {count}', { count: rows.length })}
        </Button>
      ) : null}
    </>
  )
}

type RowProps = {
  row: UnbilledTransaction
  currency: Currency
  isSelected: boolean
  onTurn: (id: number) => void
  isDisabled: boolean
}
function Row({ row, currency, isSelected, onTurn, isDisabled }: RowProps) {
  const { t, language } = useTranslation()
  return (
    <tr>
      <td className="tick">
        <Checkbox
          aria-label={row.auth_code}
          disabled={isDisabled || !row.is_billable}
          checked={row.is_billable && isSelected}
          onChange={() => onTurn(row.txn_id)}
        />
      </td>
      <th scope="row" data-title>
        {row.auth_code}{' '}
        {row.is_billable
          ? null
          : row.flags.map((flag) => (
              <span key={flag} className="status" data-tone="warn">
                {t(flagWords[flag] ?? flag.replaceAll('_', ' '))}
              </span>
            ))}
      </th>
      <td data-label={t('Time stamp')}>{localTimeText(row.timestamp)}</td>
      <td data-label={t('Merchant number')}>{row.merchant_number ?? nothing}</td>
      <td data-label={t('Merchant city')}>{row.merchant_city ?? nothing}</td>
      <td data-label={t('Amount')} data-align="end">
        {moneyText(row.amount, language, currency)}
      </td>
    </tr>
  )
}
