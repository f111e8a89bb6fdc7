import './transactions.css'
import { ActionIcon } from '@mantine/core'
import { lockReason, transactionBinLock, transactionLock } from '@portal/contract/rules/record-locks.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { type TransactionRow, transactions } from '@portal/contract/transactions/transactions.ts'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column, MenuAction } from '../list/list-types.ts'
import { useListState } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { localTimeText, moneyText, nothing } from '../ui/words/texts.ts'
import { FlagMark } from './FlagMark.tsx'
import { ImportTransactionsButton } from './ImportTransactionsButton.tsx'
import { LinesTable } from './LinesTable.tsx'
import { ListFlags } from './ListFlags.tsx'
import { ReviewToggle } from './ReviewToggle.tsx'
import { ReviewTools } from './ReviewTools.tsx'
import { transactionsPath } from './transactions.paths.ts'
import { type Reviewing, useReviewing } from './use-reviewing.tsx'

/** Long names give way, so that what must be reviewed stays in sight at the end of the row. */
const cutText = (value: string | null) =>
  value === null ? (
    nothing
  ) : (
    <span className="cell-cut" title={value}>
      {value}
    </span>
  )

/** In the order of TXN-2; times are the site's own. */
const columns: Column<TransactionRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'authentication_id', header: 'Auth code', priority: 5, phone: 'title' },
  { key: 'txn_date', header: 'Time stamp', priority: 1, phone: 'line', cell: (value) => localTimeText(value) },
  { key: 'card_number', header: 'Card number', priority: 2, phone: 'line' },
  { key: 'dtl_stn_no', header: 'Site number' },
  { key: 'dtl_stn_prv', header: 'Province/State' },
  { key: 'location', header: 'Location', priority: 3, phone: 'line', cell: (value) => cutText(value) },
  { key: 'company_name', header: 'Company', phone: 'line', cell: (value) => cutText(value) },
  {
    key: 'txn_amount',
    header: 'Amount',
    priority: 4,
    align: 'end',
    phone: 'line',
    cell: (value, row, locale) => moneyText(value, locale, row.currency),
  },
  { key: 'currency', header: 'Currency' },
  { key: 'provider', header: 'Provider', optional: true },
  { key: 'import_id', header: 'Import no', optional: true },
]
const flags = {
  optional: true,
  phone: 'badge',
  cell: (_: unknown, row: TransactionRow) => <ListFlags row={row} />,
} as const
const reviewColumn: Column<TransactionRow> = { key: 'review', header: 'Review', ...flags }
const exceptionColumn: Column<TransactionRow> = { key: 'exceptions', header: 'Exceptions', ...flags }

/**
 * The flags can be chosen behind the columns of TXN-2 (LIT-2), and stand next to the code while the list is filtered by
 * them.
 */
function columnsFor(isStaff: boolean, isReviewing: boolean): Column<TransactionRow>[] {
  const extra = isStaff ? reviewColumn : exceptionColumn
  return isReviewing ? [...columns.slice(0, 2), { ...extra, always: true }, ...columns.slice(2)] : [...columns, extra]
}

/** What may be decided about a row: to accept it, or to undo that until it is billed (TXN-23). */
function decisionOf(row: TransactionRow, { ask, undo }: Reviewing): (MenuAction & { name: string }) | null {
  if (row.review === 'open')
    return {
      label: 'Accept',
      name: 'Accept {record}',
      icon: IconCircleCheck,
      onSelect: () => ask('accept', { ids: [row.id] }),
    }
  if (row.review !== 'accepted' || row.is_invoiced) return null
  return {
    label: 'Undo acceptance',
    name: 'Undo acceptance of {record}',
    icon: IconArrowBackUp,
    onSelect: () => undo([row.id]),
  }
}

export function TransactionsPage() {
  const { t } = useTranslation()
  const can = useCan()
  const selection = useSelection()
  const reviewing = useReviewing()
  const mayAccept = can(transactions.accept)
  const { query } = useListState(transactions.list.list)
  const decision = (row: TransactionRow) => (mayAccept ? decisionOf(row, reviewing) : null)
  const menuActions = (row: TransactionRow): MenuAction[] => [decision(row)].filter((one) => one !== null)
  return (
    <>
      <ListPage
        title="Transactions"
        path={transactionsPath}
        endpoint={transactions.list}
        columns={columnsFor(
          can(transactions.explain),
          query.filter.some((term) => term.startsWith('review:')),
        )}
        nameOf={(transaction) => transaction.authentication_id}
        keyOf={(transaction) => transaction.authentication_id}
        empty={{ none: 'No transaction records to show', filtered: 'No Transaction found.' }}
        get={transactions.get}
        update={manualTransactions.update}
        remove={transactions.remove}
        lockOf={(transaction) => lockReason(transactionLock(transaction))}
        binLockOf={(transaction) => lockReason(transactionBinLock(transaction))}
        add={{ endpoint: manualTransactions.create, label: 'Add Transaction' }}
        headActions={<ImportTransactionsButton />}
        {...(mayAccept
          ? {
              selection,
              toolbar: <ReviewTools selection={selection} reviewing={reviewing} />,
              intro: <ReviewToggle className="on-phone" />,
            }
          : {})}
        markOf={(row) => <FlagMark row={row} />}
        expand={(row) => <LinesTable row={row} />}
        menuActions={menuActions}
        moreActions={(row) => {
          const decided = decision(row)
          if (!decided) return null
          const { label, name, icon: Icon, onSelect } = decided
          return (
            <ActionIcon
              variant="subtle"
              color="plain"
              className={row.review === 'open' ? 'accept-icon' : undefined}
              aria-label={t(name, { record: row.authentication_id })}
              title={t(label)}
              disabled={reviewing.isBusy}
              onClick={onSelect}
            >
              <Icon size={17} aria-hidden />
            </ActionIcon>
          )
        }}
      />
      {reviewing.question}
    </>
  )
}
