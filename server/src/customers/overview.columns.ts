import type { CustomerOverview } from '@portal/contract/customers/customers.ts'
import { badgeOf, type InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'

export type StoredOverview = {
  cards: { status: string; count: number }[]
  counts: CustomerOverview['waiting'] & { users: number; markups: number; open_count: number }
  open: {
    id: number
    invoice_number: string
    issued_date: string
    due_date: string
    status: string
    due_cents: number
    currency: string
    is_nsf: boolean
    overdue_days: number
  }[]
  documents: (Omit<CustomerOverview['documents'][number], 'amount'> & { cents: number })[]
}

const money = (cents: number) => fromUnits(cents, 'money')
export const toOverview = ({ cards, counts, open, documents }: StoredOverview): CustomerOverview => {
  const { users, markups, open_count, ...waiting } = counts
  return {
    cards,
    users,
    markups,
    waiting,
    documents: documents.map(({ cents, ...rest }) => ({ ...rest, amount: money(cents) })),
    open_count,
    open_invoices: open.map(({ due_cents, is_nsf, ...rest }) => ({
      ...rest,
      badge: badgeOf(rest.status as InvoiceStatus, is_nsf),
      is_overdue: rest.overdue_days > 0,
      amount_due: money(due_cents),
    })) as CustomerOverview['open_invoices'],
  }
}
