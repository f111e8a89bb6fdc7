import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { files } from '@portal/contract/files/files.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { markups } from '@portal/contract/markups/markups.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactionFiles } from '@portal/contract/transactions/transaction-files.ts'
import { users } from '@portal/contract/users/users.ts'
import {
  billTransactions,
  cardBody,
  insertTransaction,
  manualBody,
  markupBody,
  people,
  setInvoiceStatus,
  userBody,
} from './factories.ts'
import { insertSentInvoice, paymentBody } from './paying.ts'
import type { Ask, TestApp } from './test-app.ts'
import { form, picture } from './uploads.ts'

/** The service under test, and the company whose records each caller requests. */
export type NorthlineApp = Pick<TestApp, 'ask' | 'owner'> & { northlineId: number }

export async function northlineCard(world: NorthlineApp): Promise<{ params: { id: number }; body: object }> {
  const made = await world.ask(people.staff, cards.create, { body: cardBody({ company_name: 'Northline Haulage' }) })
  return { params: { id: made.body.id }, body: made.body }
}
export async function northlineMarkup(
  world: NorthlineApp,
): Promise<{ params: { id: number }; body: { from_date: string } }> {
  const { body } = await world.ask(people.staff, markups.create, { body: markupBody(world.northlineId) })
  return { params: { id: body.id }, body }
}
export async function succession(world: NorthlineApp): Promise<Ask> {
  const { params, body } = await northlineMarkup(world)
  return { params, body: { mark_up_value: 0.05, from_date: body.from_date.replace(/01$/, '15') } }
}
export async function northlineCardFile(world: NorthlineApp): Promise<{ params: { id: number; fileId: number } }> {
  const { params } = await northlineCard(world)
  const { body } = await world.ask(people.staff, cardFiles.add, {
    params,
    ...form({ content: 'words', name: 'a.txt' }),
  })
  return { params: { id: params.id, fileId: body.id } }
}
export async function northlineUnit(world: NorthlineApp): Promise<{ params: { id: number }; body: object }> {
  const { body } = await northlineCard(world)
  const { vehicle_assigned_to_card } = body as { vehicle_assigned_to_card: string }
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from units where company_id = $1 and unit_number = unit_number_of($2)',
    [world.northlineId, vehicle_assigned_to_card],
  )
  return { params: { id: Number(rows[0]?.id) }, body: { fuel_type: 'diesel' } }
}
export async function northlineCardIds(world: NorthlineApp, more: object = {}): Promise<{ body: object }> {
  return { body: { cardIds: [(await northlineCard(world)).params.id], ...more } }
}
export async function northlineTransaction(world: NorthlineApp): Promise<{ params: { id: number } }> {
  return { params: { id: await insertTransaction(world.owner, world.northlineId) } }
}
export async function northlinePaymentBody(world: NorthlineApp): Promise<{ body: object }> {
  return { body: paymentBody(await insertSentInvoice(world.owner, world.northlineId, 5000), 50) }
}
export async function northlinePayment(world: NorthlineApp): Promise<{ params: { id: number }; body: object }> {
  const { body } = await world.ask(people.staff, payments.register, await northlinePaymentBody(world))
  return { params: { id: body.id }, body: { reason: 'Not enough funds' } }
}
export async function manualTransaction(world: NorthlineApp): Promise<{ params: { id: number }; body: object }> {
  const { body } = await world.ask(people.staff, manualTransactions.create, { body: manualBody(world.northlineId) })
  return { params: { id: body.id }, body }
}
export async function northlineTransactionFile(
  world: NorthlineApp,
): Promise<{ params: { id: number; fileId: number } }> {
  const { params } = await northlineTransaction(world)
  const { body } = await world.ask(people.staff, transactionFiles.add, {
    params,
    ...form({ content: 'words', name: 'a.txt' }),
  })
  return { params: { id: params.id, fileId: body.id } }
}
/** A sent invoice, so that its company sees it too. */
export async function northlineInvoice(world: NorthlineApp): Promise<{ params: { id: number }; body: object }> {
  const id = await billTransactions(world.owner, [await insertTransaction(world.owner, world.northlineId)])
  await setInvoiceStatus(world.owner, id, 'SENT')
  const { body } = await world.ask(people.staff, invoices.get, { params: { id } })
  return { params: { id }, body: body.invoice_dto }
}
export async function northlineMail(world: NorthlineApp): Promise<{ params: { id: number } }> {
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body, status)
     values ($1, 'notice', 'freshfuels', 'fleet@northline.test', 'Hello', 'Words.', 'kept') returning id`,
    [world.northlineId],
  )
  return { params: { id: Number(rows[0]?.id) } }
}
/** An invoice whose customer has an e-mail address. */
export async function mailableInvoice(world: NorthlineApp): Promise<{ params: { id: number } }> {
  await world.owner.query(`update customers set email = 'fleet@northline.test' where company_id = $1`, [
    world.northlineId,
  ])
  return northlineInvoice(world)
}
export async function northlineInvoiceMail(world: NorthlineApp): Promise<{ params: { id: number; mailId: number } }> {
  const { params } = await northlineInvoice(world)
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body, status, invoice_id)
     values ($1, 'invoice', 'freshfuels', 'fleet@northline.test', 'Invoice', 'Words.', 'failed', $2) returning id`,
    [world.northlineId, params.id],
  )
  return { params: { id: params.id, mailId: Number(rows[0]?.id) } }
}
export async function northlineUser(world: NorthlineApp): Promise<{ params: { id: number }; body: object }> {
  // Invite the user: hashing a password would take longer than everything else here.
  const { body } = await world.ask(people.northline, users.create, {
    body: userBody({ invite: true, password: null, verify_password: null }),
  })
  return { params: { id: body.id }, body }
}
/** Inserts a registered company that awaits approval; registering it would hash a password, which is slow. */
export async function waitingCompany(world: NorthlineApp): Promise<{ params: { id: number }; body: object }> {
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into companies (kind, name, status) values ('customer', 'Waiting ' || gen_random_uuid(), 'waiting') returning id`,
  )
  return { params: { id: Number(rows[0]?.id) }, body: {} }
}
export async function northlineCustomer(world: NorthlineApp): Promise<{ params: { id: number }; body: object }> {
  return {
    params: { id: world.northlineId },
    body: {
      name: 'Northline Haulage',
      currency_id: 'CAD',
      email: 'billing@northline.example',
      address1: '118 Terminal Road',
    },
  }
}
export const pictureForm = async () => form({ content: await picture().png().toBuffer() })
export async function northlineLogo(world: NorthlineApp): Promise<{ params: { id: number } }> {
  const { body } = await world.ask(people.northline, files.setLogo, await pictureForm())
  return { params: { id: Number(/\d+(?=\/picture)/.exec(body.profile_img)?.[0]) } }
}
export async function northlineLink(world: NorthlineApp): Promise<Ask> {
  const { params } = await northlineLogo(world)
  const { url } = (await world.ask(people.northline, files.presigned, { params })).body
  return { params, query: Object.fromEntries(new URL(url, 'http://portal.test').searchParams) }
}
export async function previewedImport(world: NorthlineApp): Promise<{ params: { id: number } }> {
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into imports (company_id, kind, file_name, size_bytes, sha256, mode, status)
     select id, 'cards', 'cards.csv', 1, sha256('x'), 'preview', 'ready' from companies where kind = 'provider' returning id`,
  )
  return { params: { id: Number(rows[0]?.id) } }
}
export async function demoUpload(world: NorthlineApp): Promise<{ params: { id: number } }> {
  const { rows } = await world.owner.query<{ id: string }>(`select min(import_id) as id from rate_uploads`)
  return { params: { id: Number(rows[0]?.id) } }
}
let quarantined = 0
/** Quarantines a transaction with an unknown card. */
export async function quarantinedTransaction(world: NorthlineApp): Promise<{ params: { id: number } }> {
  const { params } = await previewedImport(world)
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into quarantine (company_id, import_id, provider_id, authentication_id, txn_at, card_number, reason, amount_cents, currency, row_count, lines)
     select company_id, id, 1, $2, '2026-11-03T08:00:00', '5577000001', 'unknown', 15000, 'CAD', 1, $3 from imports where id = $1 returning id`,
    [params.id, `W${++quarantined}`, JSON.stringify([quarantinedLine(`W${quarantined}`)])],
  )
  return { params: { id: Number(rows[0]?.id) } }
}
const quarantinedLine = (code: string) => ({
  row_no: 2,
  authentication_id: code,
  dtl_auth_id: code,
  txn_at: '2026-11-03T08:00:00',
  card_number: '5577000001',
  site_number: '1',
  province: 'ON',
  currency: 'CAD',
  product: 'D1',
  unit: 'L',
  quantity_milli: 100_000,
  file_price_e6: 1_500_000,
  file_amount_cents: 15_000,
  sign: 1,
})
/** An accepted transaction and its period, as the body of a Draft. */
export async function draftBody(world: NorthlineApp): Promise<{ body: object }> {
  const id = await insertTransaction(world.owner, world.northlineId)
  await world.owner.query(`update transactions set accepted_at = now() where id = $1`, [id])
  return {
    body: {
      company_id: world.northlineId,
      currency: 'CAD',
      start_date: '2026-11-01',
      end_date: '2026-11-14',
      txn_ids: [id],
    },
  }
}
export async function billingRun(world: NorthlineApp): Promise<{ params: { id: number } }> {
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into billing_runs (company_id, start_date, end_date, issued_date, status)
     select id, '2026-09-01', '2026-09-30', '2026-10-01', 'done' from companies where kind = 'provider' returning id`,
  )
  return { params: { id: Number(rows[0]?.id) } }
}
