import { Button } from '@mantine/core'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { Link } from '@tanstack/react-router'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { RecentList } from '../ui/record/RecentList.tsx'
import { localTimeText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { RecordLink } from './RecordLink.tsx'

type Props = {
  rows: readonly Pick<Transaction, 'id' | 'authentication_id' | 'txn_amount' | 'currency' | 'txn_date' | 'location'>[]
  /** What to say if there are none. */
  none: string
  /** The way to all of them, if there are more. */
  all: { label: string; filter: string[] } | null
}

/** The last transactions of a card or a unit, in the head of its page. */
export function RecentPurchases({ rows, none, all }: Props) {
  const { t, language } = useTranslation()
  return (
    <RecentList
      title={t('Recent transactions')}
      none={none}
      rows={rows.map((row) => ({
        key: row.id,
        name: (
          <RecordLink kind="transaction" id={row.id}>
            {row.authentication_id}
          </RecordLink>
        ),
        amount: moneyText(row.txn_amount, language, row.currency),
        note: `${localTimeText(row.txn_date)} · ${row.location ?? nothing}`,
      }))}
    >
      {all ? (
        <Button
          component={Link}
          to={transactionsPath}
          search={{ filter: all.filter } as never}
          variant="default"
          size="xs"
          className="recent-all"
        >
          {t(all.label)}
        </Button>
      ) : null}
    </RecentList>
  )
}
