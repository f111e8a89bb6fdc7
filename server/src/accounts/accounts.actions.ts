import type { Readable } from 'node:stream'
import type { Account, CardHolds, Statement } from '@portal/contract/accounts/accounts.ts'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { type Actor, onlyCompany } from '../platform/access/scope.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { toBalances, toCredits, toStatement } from './accounts.columns.ts'
import {
  countHeldCards,
  countNsfInvoices,
  getAccount,
  getLetterhead,
  getTerms,
  listAging,
  listEntries,
  listHeldCards,
  listOpenings,
  sumUnbilled,
} from './accounts.queries.ts'
import { printStatement, type StatementAging, type StatementHead } from './statement-pdf.ts'

/** The amounts owed and the credit left, as of today in the provider's time zone. */
export async function readAccount(db: Db, scope: Scope, companyId: number, now: Date): Promise<Account> {
  const { id, name, currency } = await getAccount(db, scope, companyId)
  const isStaff = scope.role === 'portal_staff'
  const as_of = await getToday(db, now)
  const [aging, unbilled, terms, nsf_invoices, cards_held] = await Promise.all([
    listAging(db, id, as_of),
    isStaff ? sumUnbilled(db, id) : null,
    isStaff ? getTerms(db, id) : null,
    countNsfInvoices(db, scope, id),
    countHeldCards(db, id),
  ])
  const balances = toBalances(currency, aging, unbilled)
  return {
    company_id: id,
    company_name: name,
    as_of,
    balances,
    ...toCredits(terms, balances),
    nsf_invoices,
    cards_held,
  }
}

/** Customers cannot release cards held by a provider's rule, so they see which cards and why. */
export async function readHolds(db: Db, scope: Scope): Promise<CardHolds> {
  const company = onlyCompany(scope)
  if (company === null) return { nsf: 0, credit: 0, card_ids: [] }
  const [counts, card_ids] = await Promise.all([countHeldCards(db, company), listHeldCards(db, company)])
  return { ...counts, card_ids }
}

export async function readStatement(
  db: Db,
  scope: Scope,
  companyId: number,
  period: { from: string; to: string },
): Promise<Statement> {
  const account = await getAccount(db, scope, companyId)
  const [openings, entries, aging] = await Promise.all([
    listOpenings(db, account.id, period.from),
    listEntries(db, account.id, period),
    listAging(db, account.id, period.to),
  ])
  return toStatement(account, period, openings, entries, aging)
}

/** What was owed by age on the statement's closing day, so that its sum is the closing balance (RECV-7). */
async function readAging(db: Db, scope: Scope, companyId: number, as_of: string): Promise<StatementAging> {
  const { id, currency } = await getAccount(db, scope, companyId)
  return { as_of, balances: toBalances(currency, await listAging(db, id, as_of), null) }
}

/** Skips the empty parts of the address. */
export async function readStatementHead(db: Db, companyId: number): Promise<StatementHead> {
  const { to, from } = await getLetterhead(db, companyId)
  const town = [to.billing_city, to.billing_state, to.billing_zip_code].filter(Boolean).join(' ')
  const brand = to.brand as BrandKey
  return {
    brand,
    language: to.language === 'fr' ? 'fr' : 'en',
    from: {
      name: from?.legal_name || brands[brand].name,
      address: from?.address ?? '',
      payment_instructions: from?.payment_instructions ?? '',
    },
    to: {
      name: to.name,
      lines: [to.address1, town, to.billing_country].filter((line): line is string => Boolean(line)),
    },
  }
}

/** Turns a name into an ASCII part of a file name, so that downloaded statements have distinct names. */
const fileWord = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'customer'

export const statementFileName = (company: string, { from, to }: { from: string; to: string }): string =>
  `statement-${fileWord(company)}-${from}-${to}.pdf`

type DrawnStatement = { statement: Statement; draw: (now: Date) => Readable }
/** Everything on a statement is read at once; it is drawn after the transaction. */
export async function prepareStatement(
  db: Db,
  scope: Scope,
  companyId: number,
  period: { from: string; to: string },
): Promise<DrawnStatement> {
  const statement = await readStatement(db, scope, companyId, period)
  const aging = await readAging(db, scope, statement.company_id, period.to)
  const head = await readStatementHead(db, statement.company_id)
  return { statement, draw: (now) => printStatement(statement, aging, head, now) }
}

export async function downloadStatement(
  { actor, read, withScope, clock }: OpenContext<Actor>,
  companyId: number,
  period: { from: string; to: string },
): Promise<FileReply> {
  const { statement, draw } = await read((db) => prepareStatement(db, actor.scope, companyId, period))
  const { company_id, company_name } = statement
  await withScope(({ audit }) =>
    audit({ record: { type: 'company', id: company_id, label: company_name }, after: { ...period, format: 'pdf' } }),
  )
  const name = statementFileName(company_name, period)
  return { type: 'application/pdf', name, body: draw(clock()) }
}
