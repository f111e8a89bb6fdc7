import type { cards } from '@portal/contract/cards/cards.ts'
import type { customers } from '@portal/contract/customers/customers.ts'
import type { imports } from '@portal/contract/imports/imports.ts'
import type { invoices } from '@portal/contract/invoices/invoices.ts'
import type { Access } from '@portal/contract/permissions.ts'
import type { transactions } from '@portal/contract/transactions/transactions.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accessOf } from '../../api/route.ts'
import type { Search } from '../../api/search.ts'
import { useCan } from '../../api/session.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { customersPath } from '../../customers/customers.paths.ts'
import { importsPath } from '../../imports/imports.paths.ts'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { nothing } from '../../ui/words/texts.ts'

type Place = { to: string; search?: Search }
type Props = { can: Access; place: Place; className?: string | undefined; children: ReactNode }
/** A record's name that leads to it if the user can open it (UX-8). */
function RecordLink({ can, place: { to, search }, className = '', children }: Props) {
  const title = className && typeof children === 'string' ? children : undefined
  if (!useCan()({ can }))
    return className ? (
      <span className={className} title={title}>
        {children}
      </span>
    ) : (
      children
    )
  return (
    <Link className={`cell-link ${className}`} title={title} to={to} {...(search ? { search: search as never } : {})}>
      {children}
    </Link>
  )
}

const linked =
  <Row,>(can: Access, placeOf: (row: Row) => Place | null) =>
  (className?: string) => ({
    cell: (value: string | number | null, row: Row): ReactNode => {
      const place = placeOf(row)
      if (value === null || value === '') return nothing
      return place ? (
        <RecordLink can={can} place={place} className={className}>
          {value}
        </RecordLink>
      ) : (
        value
      )
    },
  })

/** Cells to spread into a column: `{ key: 'company_name', header: 'Company', ...companyLink() }`. */
export const companyLink = linked(
  accessOf<typeof customers.get>('customers.read'),
  ({ company_id }: { company_id: number }) => ({
    to: `${customersPath}/${company_id}/view`,
  }),
)
export const invoiceLink = linked(
  accessOf<typeof invoices.get>('invoices.read'),
  ({ invoice_id }: { invoice_id: number | null }) =>
    invoice_id === null ? null : { to: `${invoicesPath}/${invoice_id}/view` },
)
export const importLink = linked(
  accessOf<typeof imports.get>('cards.create|transactions.create'),
  ({ import_id }: { import_id: number | null }) =>
    import_id === null ? null : { to: `${importsPath}/${import_id}/view` },
)
export const cardLink = linked(accessOf<typeof cards.get>('cards.read'), ({ card_id }: { card_id: number | null }) =>
  card_id === null ? null : { to: `${cardsPath}/${card_id}/view` },
)
/** A record that knows the card's number only. */
export const cardNumberLink = linked(
  accessOf<typeof cards.get>('cards.read'),
  ({ card_number }: { card_number: string | null }) => ({
    to: cardsPath,
    search: { filter: `card_number:${card_number}` },
  }),
)
/** A driver's purchases. */
export const driverLink = linked(
  accessOf<typeof transactions.list>('transactions.read'),
  ({ driver_name }: { driver_name: string | null }) => ({
    to: transactionsPath,
    search: { filter: `driver_name:${driver_name}` },
  }),
)
