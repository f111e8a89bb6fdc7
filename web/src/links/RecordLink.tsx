import './links.css'
import type { ReactNode } from 'react'
import { type Session, useSession } from '../api/session.ts'
import { runsPath } from '../billing/billing.paths.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { creditNotePath } from '../credit-notes/credit-notes.paths.ts'
import { customersPath } from '../customers/customers.paths.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { sitePath } from '../rates/daily-rates.paths.ts'
import { receiptPath } from '../receipts/receipts.paths.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { unitPath } from '../units/units.paths.ts'
import { usersPath } from '../users/users.paths.ts'

export type Id = number | string
type Place = {
  to: (id: Id) => string
  search?: (id: Id) => { filter: string }
  /** Whether the user has such a page for the record at all. */
  has?: (id: Id, session: Session) => boolean
}
const viewOf = (path: string) => (id: Id) => `${path}/${encodeURIComponent(id)}/view`

const places = {
  // The provider is no customer of its own, and a customer's users have no customer page.
  company: { to: viewOf(customersPath), has: (id, { company }) => company.kind === 'provider' && company.id !== id },
  card: { to: viewOf(cardsPath) },
  /** Of records that know the card's number only. */
  cardNumber: { to: () => cardsPath, search: (number) => ({ filter: `card_number:${number}` }) },
  /** By name: a driver is no record, so the link leads to what the driver bought. */
  driver: { to: () => transactionsPath, search: (name) => ({ filter: `driver_name:${name}` }) },
  unit: { to: unitPath },
  invoice: { to: viewOf(invoicesPath) },
  import: { to: viewOf(importsPath) },
  run: { to: viewOf(runsPath) },
  transaction: { to: viewOf(transactionsPath) },
  site: { to: sitePath },
  receipt: { to: receiptPath },
  /** By number. */
  creditNote: { to: (number) => creditNotePath(String(number)) },
  // What a customer's users see was often done by the provider's, whom they cannot open.
  user: { to: viewOf(usersPath), has: (_, { company }) => company.kind === 'provider' },
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
  const { to, search, has }: Place = places[kind]
  const session = useSession()
  const isKnown = id !== null && id !== undefined && has?.(id, session) !== false
  return (
    <PageLink
      to={isKnown ? to(id) : null}
      search={isKnown ? search?.(id) : undefined}
      className={cut ? `record-link ${cut}` : 'record-link'}
      title={cut && typeof children === 'string' ? children : undefined}
    >
      {children}
    </PageLink>
  )
}
