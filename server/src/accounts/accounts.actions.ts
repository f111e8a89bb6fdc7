import type { Account, Statement } from '@portal/contract/accounts.ts'
import type { Db, Scope } from '../db/connect.ts'
import { toBalances, toCredit, toStatement } from './accounts.columns.ts'
import {
  countHeldCards,
  countNsfInvoices,
  findToday,
  getAccount,
  getTerms,
  listAging,
  listEntries,
  listOpenings,
  listUnbilled,
} from './accounts.queries.ts'

/** What is owed and how far credit reaches, as of today where the provider is. */
export async function readAccount(db: Db, scope: Scope, companyId: number, now: Date): Promise<Account> {
  const { id, name, currency } = await getAccount(db, scope, companyId)
  const isStaff = scope.role === 'portal_staff'
  const as_of = await findToday(db, now)
  const [aging, unbilled, terms, nsf_invoices, cards_held] = await Promise.all([
    listAging(db, scope, id, as_of),
    isStaff ? listUnbilled(db, id) : null,
    isStaff ? getTerms(db, id) : null,
    countNsfInvoices(db, scope, id),
    countHeldCards(db, id),
  ])
  const balances = toBalances(currency, aging, unbilled)
  return { company_id: id, company_name: name, as_of, balances, credit: toCredit(terms, balances), nsf_invoices, cards_held }
}

export async function readStatement(db: Db, scope: Scope, companyId: number, period: { from: string; to: string }): Promise<Statement> {
  const account = await getAccount(db, scope, companyId)
  const [openings, entries] = await Promise.all([listOpenings(db, account.id, period.from), listEntries(db, account.id, period)])
  return toStatement(account, period, openings, entries)
}
