import type { InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import pg from 'pg'
import { insertRun } from '../billing/billing-runs.queries.ts'
import { changeSettings } from '../billing/billing-settings.actions.ts'
import { connect, type Database, type Db } from '../db/connect.ts'
import type { Migrating } from '../db/migrate.ts'
import { changeInvoice } from '../invoices/invoices.actions.ts'
import { registerPayment, reversePayment } from '../payments/payments.actions.ts'
import type { Actor } from '../platform/access/scope.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { defaultRolePrefix } from '../process/config.ts'
import {
  backdate,
  type DemoInvoice,
  findBiller,
  findLastPayment,
  isBilled,
  listCompanyIds,
  listDrafts,
} from './demo-billing.queries.ts'
import { demoCompanies } from './demo-people.data.ts'
import { fleetYear } from './demo-prices.data.ts'

/** The portal's own billing job. */
export type RunDue = (billing: { database: Database }) => Promise<unknown>
type Period = { start_date: string; end_date: string; issued_date: string }
/** A month of the fleet whose purchases go back a year. */
const monthOf = (year: number, month: number, lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()): Period => {
  const day = (date: number) => new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
  return { start_date: day(1), end_date: day(lastDay), issued_date: day(lastDay + 1) }
}
const pastPeriods: readonly Period[] = [
  ...[11, 12].map((month) => monthOf(2025, month)),
  ...[1, 2, 3, 4, 5, 6, 7].map((month) => monthOf(2026, month)),
  monthOf(2026, 8, 15),
]
/** Every half month of the demo's transactions except the last, which users can bill themselves. */
const periods: readonly Period[] = [
  { start_date: '2026-08-16', end_date: '2026-08-31', issued_date: '2026-09-01' },
  { start_date: '2026-09-01', end_date: '2026-09-15', issued_date: '2026-09-16' },
  { start_date: '2026-09-16', end_date: '2026-09-30', issued_date: '2026-10-01' },
  { start_date: '2026-10-01', end_date: '2026-10-15', issued_date: '2026-10-16' },
  { start_date: '2026-10-16', end_date: '2026-10-31', issued_date: '2026-11-01' },
]
/** The customer whose payment is returned; no demo user belongs to it. */
const returnedCustomer = 'Acadia Trucking'

const contextOf = (db: Db, actor: Actor, action: string, at?: Date): Context => ({
  db,
  actor,
  audit: async (entries) => {
    for (const entry of [entries].flat()) await writeAudit(db, actor, 'demo', { action, ...entry }, at)
  },
  afterCommit: () => {},
})
const noonOf = (day: string): Date => new Date(`${day}T16:00:00Z`)
const later = (day: string, days: number): string =>
  new Date(noonOf(day).getTime() + days * 86_400_000).toISOString().slice(0, 10)

const settings = {
  legal_name: 'Fresh Fuels Energy Inc.',
  address: '200 Bay Street, Suite 1400\nToronto ON  M5J 2J2',
  gst_hst_number: '812345678RT0001',
  qst_number: '1234567890TQ0001',
  payment_instructions:
    'Interac e-Transfer to receivables@provider.test, or a cheque to the address above.\nPlease give the invoice number with every payment.',
  payment_instructions_fr:
    'Virement Interac à receivables@provider.test, ou chèque à l’adresse ci-dessus.\nVeuillez indiquer le numéro de facture avec chaque paiement.',
  contact_email: 'help@provider.test',
  contact_phone: '416 555-0142',
  nsf_fee: 45,
}

type Outcome = 'draft' | 'sent' | 'part' | 'paid' | 'void'
/** Older invoices are more likely paid. Every period keeps an open one, so that the accounts have every age. */
function outcomeOf(run: number, place: number): Outcome {
  if (run === 4) return place % 7 === 3 ? 'void' : place % 3 === 0 ? 'draft' : 'sent'
  if (run === 1 && place === 5) return 'void'
  const isOpen = place % ([11, 8, 4, 2][run] ?? 2) === 1
  if (isOpen) return place % 3 === 0 ? 'part' : 'sent'
  return place % 9 === 4 ? 'part' : 'paid'
}

async function setStatus(db: Db, actor: Actor, invoice: DemoInvoice, status: InvoiceStatus): Promise<void> {
  const { id, issued_date, due_date, start_date, end_date } = invoice
  const reason = status === 'VOID' ? 'Billed to the wrong period' : null
  // Voided some time after sending, so that the history has an order.
  const at = new Date(noonOf(issued_date).getTime() + (status === 'VOID' ? 2 * 3_600_000 : 0))
  await changeInvoice(
    contextOf(db, actor, 'invoices.update', at),
    { id, issued_date, due_date, start_date, end_date, status, reason },
    at,
  )
}

const modes = ['cheque', 'interac_debit_credit', 'cash'] as const
async function pay(db: Db, actor: Actor, invoice: DemoInvoice, place: number, isWhole: boolean): Promise<void> {
  const { invoice_number, company_name, currency, issued_date, total_cents } = invoice
  const payment_date = later(issued_date, 4 + ((place * 5) % 9))
  const amount = (cents: number) => fromUnits(cents, 'money')
  const body = {
    payment_date,
    company_name,
    invoice_id: invoice_number,
    currency,
    payment_mode: modes[place % 3] ?? 'cheque',
    amount_due: amount(total_cents),
    amount_paid: amount(isWhole ? total_cents : Math.ceil(total_cents * 0.4)),
    referenceId: `REF ${4100 + invoice.id}`,
  }
  await registerPayment(contextOf(db, actor, 'payments.register', noonOf(payment_date)), body, noonOf(payment_date))
}

type Run = { period: Period; names: readonly string[]; outcomeAt: (place: number) => Outcome }
/** What the fleet bought in the past is paid. */
const runs: readonly Run[] = [
  ...pastPeriods.map((period) => ({ period, names: [fleetYear.name], outcomeAt: () => 'paid' as const })),
  ...periods.map((period, run) => ({
    period,
    names: demoCompanies.map(({ name }) => name),
    outcomeAt: (place: number) => outcomeOf(run, place),
  })),
]

/** Bills one period and moves each invoice to its outcome with the portal's own code. */
async function billPeriod(database: Database, actor: Actor, run: Run, runDue: RunDue): Promise<void> {
  const { period, names, outcomeAt } = run
  const id = await database.transaction(actor.scope, async (db) => {
    const customer_ids = await listCompanyIds(db, names)
    return insertRun(db, { ...period, company_id: actor.company_id, customer_ids, created_by: actor.user_id })
  })
  await runDue({ database })
  await database.transaction(actor.scope, async (db) => {
    for (const [place, invoice] of (await listDrafts(db, id)).entries()) {
      const outcome = outcomeAt(place)
      if (outcome !== 'draft') await setStatus(db, actor, invoice, 'SENT')
      if (outcome === 'void') await setStatus(db, actor, invoice, 'VOID')
      if (outcome === 'part' || outcome === 'paid') await pay(db, actor, invoice, place, outcome === 'paid')
    }
  })
}

const nsfReversal = { kind: 'nsf', reason: 'Cheque returned: not sufficient funds' } as const
async function returnPayment(db: Db, actor: Actor): Promise<void> {
  const payment = await findLastPayment(db, returnedCustomer)
  const at = noonOf('2026-11-03')
  if (payment) await reversePayment(contextOf(db, actor, 'payments.reverse', at), payment.id, nsfReversal, at)
}

/**
 * Bills the demo's named fleets with the portal's own billing runs and payments. Does nothing if any invoice exists.
 */
export async function billDemo(
  { ownerUrl, appUrl, gateUrl = null, rolePrefix = defaultRolePrefix }: Migrating,
  runDue: RunDue,
): Promise<void> {
  const database = connect({ appUrl, gateUrl, rolePrefix, poolSize: 3 })
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'portal demo' })
  await owner.connect()
  try {
    const actor = await database.transaction({ role: 'portal_staff', company_id: 0 }, async (db) =>
      (await isBilled(db)) ? undefined : findBiller(db),
    )
    if (!actor) return
    await database.transaction(actor.scope, (db) => changeSettings(contextOf(db, actor, 'billing.change'), settings))
    for (const run of runs) await billPeriod(database, actor, run, runDue)
    await database.transaction(actor.scope, (db) => returnPayment(db, actor))
    await backdate(owner)
    await owner.query('analyze invoices, receipts, settlements, transactions')
  } finally {
    await owner.end()
    await database.end()
  }
}
