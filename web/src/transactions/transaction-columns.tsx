import type { TransactionRow } from '@portal/contract/transactions/transactions.ts'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { cut, moneyCell, quantityCell } from '../list/columns/cells.tsx'
import { driverLink, importLink, linked } from '../list/columns/record-links.tsx'
import type { Column, RowAction } from '../list/list-types.ts'
import { localTimeText } from '../ui/words/texts.ts'
import { ListFlags } from './flags.tsx'
import type { Reviewing } from './use-reviewing.tsx'

const companyLink = linked('company', (row: TransactionRow) => row.txn_company)
const cardLink = linked('card', (row: TransactionRow) => row.links.card_id)
const unitLink = linked('unit', (row: TransactionRow) => row.links.unit_id)

/** In the order of TXN-2, with times local to the site. Long names shrink, so the review column stays visible. */
const columns: Column<TransactionRow>[] = [
  { key: 'authentication_id', header: 'Auth code', priority: 5, phone: 'title' },
  { key: 'txn_date', header: 'Time stamp', priority: 1, phone: 'line', cell: (value) => localTimeText(value) },
  { key: 'card_number', header: 'Card number', priority: 2, phone: 'line', ...cardLink() },
  { key: 'dtl_stn_no', header: 'Site number' },
  { key: 'dtl_stn_prv', header: 'Province/State' },
  { key: 'location', header: 'Location', priority: 3, phone: 'line', ...cut('cell-cut') },
  { key: 'company_name', header: 'Company', priority: 6, phone: 'line', ...companyLink('cell-cut') },
  { key: 'txn_amount', header: 'Amount', priority: 4, phone: 'line', ...moneyCell },
  { key: 'currency', header: 'Currency' },
  { key: 'provider', header: 'Provider', optional: true },
  { key: 'driver_name', header: 'Driver', optional: true, ...driverLink('cell-cut') },
  { key: 'vehicle', header: 'Unit number', optional: true, ...unitLink() },
  { key: 'litres', header: 'Litres', optional: true, ...quantityCell },
  { key: 'import_id', header: 'Import no', optional: true, ...importLink() },
]
const flags = {
  optional: true,
  phone: 'badge',
  cell: (_: unknown, row: TransactionRow) => <ListFlags row={row} />,
} as const
const reviewColumn: Column<TransactionRow> = { key: 'review', header: 'Review', ...flags }
const exceptionColumn: Column<TransactionRow> = { key: 'exceptions', header: 'Exceptions', ...flags }

/** Flags can be chosen after the columns of TXN-2 (LIT-2). They follow the code while the list is filtered by them. */
export function transactionColumnsFor(isStaff: boolean, isReviewing: boolean): Column<TransactionRow>[] {
  const extra = isStaff ? reviewColumn : exceptionColumn
  return isReviewing
    ? [...columns.slice(0, 1), { ...extra, always: true, priority: 1.5 }, ...columns.slice(1)]
    : [...columns, extra]
}

/** The actions on a row: accept it, or undo that until it is billed (TXN-23). */
export function decisionsOn(row: TransactionRow, { ask, undo, isBusy }: Reviewing): RowAction[] {
  if (row.review === 'open')
    return [
      {
        label: 'Accept',
        name: 'Accept {record}',
        icon: IconCircleCheck,
        className: 'accept-icon',
        isDisabled: isBusy,
        onSelect: () => ask('accept', { ids: [row.id] }),
      },
    ]
  if (row.review !== 'accepted' || row.is_invoiced) return []
  return [
    {
      label: 'Undo acceptance',
      name: 'Undo acceptance of {record}',
      icon: IconArrowBackUp,
      isDisabled: isBusy,
      onSelect: () => undo([row.id]),
    },
  ]
}
