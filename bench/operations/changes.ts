import pg from 'pg'
import { cellsOf, type GrownPortal, measuredHeads, numberFrom, onGrownPortal } from '../runner/demo-site.ts'

/**
 * Reading what changed since (INTEG-2), as staff and as a customer: nothing new, a page of changes, a page of the first
 * reading. And what noting changes costs the statements that change many rows, as `explain analyze` reports it by trigger.
 */
const size = {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 50_000),
  transactions: numberFrom('TRANSACTIONS', 2_000_000),
}
const batch = numberFrom('BATCH', 20_000)
const list = '/v2/fuel-transaction/authcode'
const customer = 'admin@northline.test'

type Answer = { metadata: { next_cursor: string; has_more: boolean } }
async function timeReading({ get, signIn, measure }: GrownPortal, owner: pg.Client): Promise<void> {
  console.log(`| reading | ${measuredHeads} |\n|---|---|---|---|`)
  for (const who of ['admin@provider.test', customer]) {
    const headers = await signIn(who)
    const ask = async (query: string) => JSON.parse(await get(`${list}?size=1000&${query}`, headers)) as Answer
    const row = async (what: string, query: string) =>
      console.log(`| ${who.split('@')[1]}: ${what} | ${cellsOf(await measure(30, () => ask(query)))} |`)
    const first = await ask('cursor=')
    await row('first page of 1,000 rows', 'cursor=')
    await row('a further one', `cursor=${first.metadata.next_cursor}`)
    let answer = await ask('updated_since=2099-01-01')
    while (answer.metadata.has_more) answer = await ask(`cursor=${answer.metadata.next_cursor}`)
    await row('nothing new', `cursor=${answer.metadata.next_cursor}`)
    await owner.query(
      `update transactions set odometer = coalesce(odometer, '') || '1' where id in
         (select id from transactions where company_id = (select company_id from users where email = $1) and invoice_id is null order by id limit $2)`,
      [customer, batch],
    )
    await row(`1,000 of ${batch} changes of one transaction`, `cursor=${answer.metadata.next_cursor}`)
  }
}

/** The statement's time and that of its triggers, rolled back. */
async function timeTriggers(owner: pg.Client): Promise<void> {
  const statements: Record<string, string> = {
    [`insert ${batch} transactions`]: `insert into transactions (company_id, provider_id, authentication_id, txn_at, card_id, card_number, site_id, site_number, location, province, currency, amount_cents, driver_name, vehicle, source)
      select company_id, provider_id, 'B' || id, txn_at, card_id, card_number, site_id, site_number, location, province, currency, amount_cents, driver_name, vehicle, 'manual'
      from transactions order by id limit ${batch}`,
    [`change ${batch} transactions`]: `update transactions set odometer = '1' where id in (select id from transactions where invoice_id is null order by id limit ${batch})`,
    [`draw from ${batch} cards`]: `update cards set refreshing_cash_balance_cents = refreshing_cash_balance_cents - 1 where id in (select id from cards order by id limit ${batch})`,
  }
  for (const [what, statement] of Object.entries(statements)) {
    await owner.query('begin')
    const { rows } = await owner.query(`explain (analyze, format json) ${statement}`)
    await owner.query('rollback')
    const [{ Triggers: triggers, 'Execution Time': whole }] = rows[0]['QUERY PLAN']
    const own = (triggers as { 'Trigger Name': string; Time: number }[]).filter(({ 'Trigger Name': name }) =>
      /_stamped$|_changes_/.test(name),
    )
    console.log(
      `${what}: ${Math.round(whole)} ms, of which ${own.map(({ 'Trigger Name': name, Time: ms }) => `${name} ${ms.toFixed(1)} ms`).join(', ')}`,
    )
  }
}

await onGrownPortal({ size }, async (portal) => {
  const owner = new pg.Client({ connectionString: portal.ownerUrl })
  await owner.connect()
  await owner.query('vacuum analyze')
  await timeReading(portal, owner)
  for (let n = 0; n < 2; n++) await timeTriggers(owner)
  await owner.end()
})
