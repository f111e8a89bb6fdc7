import './units.css'
import { Button } from '@mantine/core'
import { exceptionWords } from '@portal/contract/exceptions/exception-rules.data.ts'
import { exceptionStateWords } from '@portal/contract/exceptions/exceptions.ts'
import type { UnitPurchases, UnitRecord } from '@portal/contract/units/units.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordLink } from '../links/RecordLink.tsx'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { RecentList } from '../ui/record/RecentList.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dateText, localTimeText, moneyText, nothing } from '../ui/words/texts.ts'

type RecentProps = { unit: UnitRecord; purchases: UnitPurchases }
export function UnitRecent({ unit, purchases: { last, count, since } }: RecentProps) {
  const { t, i18n } = useTranslation()
  return (
    <RecentList
      title={t('Recent transactions')}
      none={t('No transactions since {date}.', { date: dateText(since) })}
      rows={last.map((row) => ({
        key: row.id,
        name: (
          <RecordLink kind="transaction" id={row.id}>
            {row.authentication_id}
          </RecordLink>
        ),
        amount: moneyText(row.txn_amount, i18n.language, row.currency),
        note: `${localTimeText(row.txn_date)} · ${row.location ?? nothing}`,
      }))}
    >
      {count > last.length ? (
        <Button
          component={Link}
          to={transactionsPath}
          search={{ filter: [`company_name:${unit.company_name}`, `vehicle:${unit.unit_number}`] } as never}
          variant="default"
          size="xs"
          className="recent-all"
        >
          {t('All transactions of this unit')}
        </Button>
      ) : null}
    </RecentList>
  )
}

/** What its purchases did against a rule. */
export function UnitExceptions({ purchases: { exceptions, since } }: { purchases: UnitPurchases }) {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-labelledby="unit-exceptions">
      <h2 id="unit-exceptions">{t('Exceptions')}</h2>
      {exceptions.length === 0 ? (
        <p className="record-note">{t('No exceptions since {date}.', { date: dateText(since) })}</p>
      ) : (
        <table className="record-table" aria-labelledby="unit-exceptions">
          <thead>
            <tr>
              {['Rule', 'Auth code', 'Time stamp', 'Status'].map((header) => (
                <th key={header} scope="col">
                  {t(header)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {exceptions.map((row) => (
              <tr key={row.id}>
                <td data-label={t('Rule')}>{t(exceptionWords[row.rule])}</td>
                <td data-label={t('Auth code')}>
                  <RecordLink kind="transaction" id={row.transaction_id}>
                    {row.authentication_id}
                  </RecordLink>
                </td>
                <td data-label={t('Time stamp')}>{localTimeText(row.txn_date)}</td>
                <td data-label={t('Status')}>
                  <StatusBadge word={exceptionStateWords[row.state]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
