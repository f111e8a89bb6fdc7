import './links.css'
import type { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import type { cards } from '@portal/contract/cards/cards.ts'
import type { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import type { customers } from '@portal/contract/customers/customers.ts'
import type { imports } from '@portal/contract/imports/imports.ts'
import type { invoices } from '@portal/contract/invoices/invoices.ts'
import type { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import type { receipts } from '@portal/contract/receipts/receipts.ts'
import type { transactions } from '@portal/contract/transactions/transactions.ts'
import type { units } from '@portal/contract/units/units.ts'
import type { users } from '@portal/contract/users/users.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accessOf, type Guard } from '../api/route.ts'
import { type Session, useCan, useSession } from '../api/session.ts'
import { runsPath } from '../billing/billing.paths.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { creditNotePath } from '../credit-notes/credit-notes.paths.ts'
import { customersPath } from '../customers/customers.paths.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { sitePath } from '../rates/daily-rates.paths.ts'
import { receiptPath } from '../receipts/receipts.paths.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { unitPath } from '../units/units.paths.ts'
import { usersPath } from '../users/users.paths.ts'

export type Id = number | string
type Place = {
  /** The permission of the endpoint that the page needs. */
  can: Guard
  to: (id: Id) => string
  search?: (id: Id) => { filter: string }
  /** Whether the user has such a page for the record at all. */
  has?: (id: Id, session: Session) => boolean
}
const viewOf = (path: string) => (id: Id) => `${path}/${encodeURIComponent(id)}/view`

const places = {
  // The provider is no customer of its own, and a customer's users have no customer page.
  company: {
    can: accessOf<typeof customers.get>('customers.read'),
    to: viewOf(customersPath),
    has: (id, { company }) => company.kind === 'provider' && company.id !== id,
  },
  card: { can: accessOf<typeof cards.get>('cards.read'), to: viewOf(cardsPath) },
  /** Of records that know the card's number only. */
  cardNumber: {
    can: accessOf<typeof cards.list>('cards.read'),
    to: () => cardsPath,
    search: (number) => ({ filter: `card_number:${number}` }),
  },
  /** By name: a driver is no record, so the link leads to what the driver bought. */
  driver: {
    can: accessOf<typeof transactions.list>('transactions.read'),
    to: () => transactionsPath,
    search: (name) => ({ filter: `driver_name:${name}` }),
  },
  unit: { can: accessOf<typeof units.get>('truckcare.read'), to: unitPath },
  invoice: { can: accessOf<typeof invoices.get>('invoices.read'), to: viewOf(invoicesPath) },
  import: { can: accessOf<typeof imports.get>('cards.create|transactions.create'), to: viewOf(importsPath) },
  run: { can: accessOf<typeof billingRuns.get>('invoices.create'), to: viewOf(runsPath) },
  transaction: { can: accessOf<typeof transactions.get>('transactions.read'), to: viewOf(transactionsPath) },
  site: { can: accessOf<typeof dailyRates.sitePrices>('rates.read'), to: sitePath },
  receipt: { can: accessOf<typeof receipts.get>('invoices.read'), to: receiptPath },
  /** By number. */
  creditNote: {
    can: accessOf<typeof creditNotes.get>('invoices.read'),
    to: (number) => creditNotePath(String(number)),
  },
  // What a customer's users see was often done by the provider's, whom they cannot open.
  user: {
    can: accessOf<typeof users.get>('users.read'),
    to: viewOf(usersPath),
    has: (_, { company }) => company.kind === 'provider',
  },
} as const satisfies Record<string, Place>

export type RecordKind = keyof typeof places
type Props = {
  kind: RecordKind
  /** Without an id, the record is not known, and its name is only text. */
  id: Id | null | undefined
  /** The class of a name that shrinks: its whole text is the tooltip. */
  cut?: string | undefined
  children: ReactNode
}

/** A record's name wherever a page shows it: a link for users who can open it, otherwise text (UX-8). */
export function RecordLink({ kind, id, cut, children }: Props) {
  const { can, to, search, has }: Place = places[kind]
  const session = useSession()
  const isOpen = useCan()({ can })
  const title = cut && typeof children === 'string' ? children : undefined
  if (id === null || id === undefined || !isOpen || has?.(id, session) === false)
    return cut ? (
      <span className={cut} title={title}>
        {children}
      </span>
    ) : (
      children
    )
  return (
    <Link
      className={`record-link ${cut ?? ''}`}
      title={title}
      to={to(id)}
      {...(search ? { search: search(id) as never } : {})}
    >
      {children}
    </Link>
  )
}
