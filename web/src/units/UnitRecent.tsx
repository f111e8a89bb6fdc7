import { Button } from '@mantine/core'
import type { UnitPurchases, UnitRecord } from '@portal/contract/units/units.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordLink } from '../links/RecordLink.tsx'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { RecentList } from '../ui/record/RecentList.tsx'
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
