import { spawn } from 'node:child_process'
import { cards } from '@portal/contract/cards/cards.ts'
import { encodeRefreshDays, maskToDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { refreshDueCards, startRefreshing } from './card-refresh.jobs.ts'
import { stripes } from './card-refresh.queries.ts'

const { ask, owner, database, urls } = await testApp({ poolSize: 8 })
// Records every card row that is written, so that a second refresh shows even if it changes no value.
await owner.query(`create table writes (card_id bigint);
  create function note_write() returns trigger language plpgsql security definer as $$ begin insert into writes values (new.id); return null; end $$;
  create trigger note_write after update on cards for each row execute function note_write()`)

const on = (mask: number) => encodeRefreshDays(maskToDays(mask))
const [never, monday, tuesday, wednesday, thursday, sunday, everyDay] = [
  on(0),
  on(1),
  on(2),
  on(4),
  on(8),
  on(64),
  on(127),
]
const limits = {
  refreshing_cash_limits: 100,
  weekly_fuel_quantity_limit: 800,
  non_highway_fuel_weekly_quantity_limit: 90,
  weekly_product_refresh_money_amount: 2000,
}
const idle = {
  cash_refresh_days: never,
  weekly_vehicle_quantity_refresh_day: never,
  non_highway_fuel_weekly_refresh_day: never,
  weekly_product_refresh: 'N/A' as const,
}

/** A card whose refresh days took effect long before the days the tests use. */
async function createCard(changes: Parameters<typeof cardBody>[0]) {
  const { body } = await ask(people.staff, cards.create, { body: cardBody({ ...limits, ...idle, ...changes }) })
  await owner.query(`update cards set refresh_days_since = '2026-09-01' where id = $1`, [body.id])
  return body
}
const drain = (id: number) =>
  owner.query(
    `update cards set refreshing_cash_balance_cents = -500, weekly_fuel_quantity_balance_milli = 1, non_highway_fuel_weekly_balance_milli = 1,
       weekly_product_balance_cents = 1 where id = $1`,
    [id],
  )
const read = async (id: number) => (await ask(people.staff, cards.get, { params: { id } })).body
const refreshAt = (instant: string | Date) => refreshDueCards({ database, clock: () => new Date(instant) })
const recordsOf = async (id: number) =>
  (await owner.query('select day::text, kinds from card_refreshes where card_id = $1 order by day', [id])).rows as {
    day: string
    kinds: number
  }[]
/** Which of the four balances were refreshed at this time. Drains them again for the next call. */
async function restoredAt(id: number, instant: string): Promise<string> {
  await refreshAt(instant)
  const card = await read(id)
  await drain(id)
  const back = {
    cash: card.refreshing_cash_balance === 100,
    fuel: card.weekly_fuel_quantity_balance === 800,
    reefer: card.non_highway_fuel_weekly_balance === 90,
    product: card.weekly_product_balance === 2000,
  }
  return Object.entries(back)
    .filter(([, isBack]) => isBack)
    .map(([name]) => name)
    .join(' ')
}
const inZone = (zone: string) => owner.query(`update companies set time_zone = $1 where kind = 'provider'`, [zone])

beforeEach(async () => {
  await owner.query(
    `truncate card_refreshes, refresh_runs, writes; update cards set refresh_days_since = '2100-01-01'; truncate writes`,
  )
  await inZone('America/Toronto')
})

test('CARD-16 C9 a balance is refreshed once at each midnight of the provider, in four time zones and across both clock changes', async () => {
  const { id } = await createCard({ cash_refresh_days: everyDay })
  for (const zone of ['America/Toronto', 'America/Vancouver', 'America/Regina', 'America/St_Johns'])
    for (const first of ['2026-10-31', '2027-03-13']) {
      await owner.query('truncate card_refreshes, refresh_runs')
      await inZone(zone)
      const { rows } = await owner.query(`select start_of_day($1::date + n) as at from generate_series(0, 3) n`, [
        first,
      ])
      const midnights = rows.map(({ at }: { at: Date }) => at.toISOString())
      await refreshAt(new Date(Date.parse(midnights[0] as string) - 1000))
      await drain(id)
      const seen: string[] = []
      const until = Date.parse(midnights[3] as string)
      // A second and an hour before and after every midnight, and once in between.
      for (const midnight of midnights)
        for (const off of [-3600, -1, 0, 1, 3600, 43_200]) {
          const moment = Date.parse(midnight) + off * 1000
          await refreshAt(new Date(moment))
          const { rowCount } = await owner.query(
            'select from cards where id = $1 and refreshing_cash_balance_cents = 10000',
            [id],
          )
          if (rowCount === 0 || moment >= until) continue
          seen.push(new Date(moment).toISOString())
          await drain(id)
        }
      expect([zone, seen]).toEqual([zone, midnights.slice(0, 3)])
      if (zone === 'America/Toronto' && first === '2026-10-31')
        expect(seen).toEqual(['2026-10-31T04:00:00.000Z', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'])
    }
})

test('CARD-16 FORM-7 each of the four balances is refreshed on its own weekdays only, and open forms do not become stale', async () => {
  const days = {
    cash_refresh_days: monday,
    weekly_vehicle_quantity_refresh_day: on(0b1010),
    non_highway_fuel_weekly_refresh_day: wednesday,
    weekly_product_refresh: 'Friday' as const,
  }
  const card = await createCard(days)
  const without = await createCard({
    ...days,
    non_highway_fuel_weekly_quantity_limit: null,
    weekly_product_refresh: 'N/A',
  })
  const closed = await createCard({ cash_refresh_days: everyDay })
  await ask(people.staff, cards.update, { params: { id: closed.id }, body: { ...closed, card_status: 'CLOSED' } })
  await refreshAt('2026-11-01T12:00:00Z')
  for (const { id } of [card, without, closed]) await drain(id)
  const before = await read(card.id)
  const seen: string[][] = []
  // 2026-11-02 is a Monday.
  for (const day of ['02', '03', '04', '05', '06', '07', '08', '09'])
    seen.push([
      await restoredAt(card.id, `2026-11-${day}T12:00:00Z`),
      await restoredAt(without.id, `2026-11-${day}T12:00:01Z`),
    ])
  expect(seen.map(([full]) => full)).toEqual(['cash', 'fuel', 'reefer', 'fuel', 'product', '', '', 'cash'])
  expect(seen.map(([, partly]) => partly)).toEqual(['cash', 'fuel', '', 'fuel', '', '', '', 'cash'])
  expect(await recordsOf(closed.id)).toEqual([])
  expect(await read(card.id)).toMatchObject({ version: before.version, updated_at: before.updated_at })
  await refreshAt('2026-11-16T12:00:00Z')
  const saved = await ask(people.staff, cards.update, {
    params: { id: card.id },
    body: { ...before, driver_name: 'Ada Roy' },
  })
  expect([saved.status, saved.body.refreshing_cash_balance, saved.body.driver_name]).toEqual([200, 100, 'Ada Roy'])
})

test('CARD-16 C9 missed midnights are caught up once at the next start', async () => {
  const { id } = await createCard({ cash_refresh_days: monday, weekly_vehicle_quantity_refresh_day: on(0b11) })
  await refreshAt('2026-10-31T12:00:00Z')
  await owner.query('truncate card_refreshes')
  await drain(id)
  // The service is down from Sunday to Wednesday.
  expect(await restoredAt(id, '2026-11-04T15:00:00Z')).toBe('cash fuel')
  expect(await recordsOf(id)).toEqual([
    { day: '2026-11-02', kinds: 1 },
    { day: '2026-11-03', kinds: 2 },
  ])
  for (const day of ['04T23:59:00', '05T12:00:00', '06T12:00:00', '08T12:00:00', '09T04:59:59'])
    expect(await restoredAt(id, `2026-11-${day}Z`)).toBe('')
  expect(await restoredAt(id, '2026-11-09T05:00:00Z')).toBe('cash fuel')
  // Six weeks offline still cause only one refresh.
  await owner.query('truncate writes')
  await refreshAt('2026-12-24T12:00:00Z')
  expect((await owner.query('select count(*)::int from writes where card_id = $1', [id])).rows[0].count).toBe(1)
  expect((await recordsOf(id)).slice(-2)).toEqual([
    { day: '2026-12-21', kinds: 1 },
    { day: '2026-12-22', kinds: 2 },
  ])
})

test('CARD-16 no day counts before the card had it, and only a change to the days restarts the count', async () => {
  const { body } = await ask(people.staff, cards.create, {
    body: cardBody({ ...limits, ...idle, cash_refresh_days: everyDay }),
  })
  const since = async () =>
    (await owner.query('select refresh_days_since as at from cards where id = $1', [body.id])).rows[0].at as Date
  await drain(body.id)
  expect(await restoredAt(body.id, new Date().toISOString())).toBe('')
  expect(await restoredAt(body.id, new Date(Date.now() + 86_400_000).toISOString())).toBe('cash')
  await owner.query(`update cards set refresh_days_since = '2026-09-01' where id = $1`, [body.id])
  const named = await ask(people.staff, cards.update, {
    params: { id: body.id },
    body: { ...body, driver_name: 'Ada Roy', version: null },
  })
  expect((await since()).toISOString()).toBe('2026-09-01T00:00:00.000Z')
  await ask(people.staff, cards.update, { params: { id: body.id }, body: { ...named.body, cash_refresh_days: sunday } })
  expect((await since()).getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('CARD-16 C9 a clock that goes back refreshes nothing twice, and one that was a year ahead blocks nothing', async () => {
  const { id } = await createCard({ cash_refresh_days: on(0b101) })
  await refreshAt('2026-10-31T12:00:00Z')
  await drain(id)
  expect(await restoredAt(id, '2026-11-04T12:00:00Z')).toBe('cash')
  for (const back of [
    '11-04T05:00:00',
    '11-04T03:00:00',
    '11-02T12:00:00',
    '10-29T12:00:00',
    '10-28T12:00:00',
    '11-03T12:00:00',
    '11-04T12:00:01',
  ])
    expect([back, await restoredAt(id, `2026-${back}Z`)]).toEqual([back, ''])
  expect(await restoredAt(id, '2026-11-09T12:00:00Z')).toBe('cash')
  await refreshAt('2027-11-10T12:00:00Z')
  await drain(id)
  expect(await restoredAt(id, '2026-11-10T12:00:00Z')).toBe('')
  expect(await restoredAt(id, '2026-11-11T12:00:00Z')).toBe('cash')
  expect(await restoredAt(id, '2026-11-11T13:00:00Z')).toBe('')
})

/** All demo cards are due on that Monday, so every card that is not closed must be written once. */
async function makeAllDue() {
  await owner.query(`update cards set cash_refresh_days = 1, refreshing_cash_limits_cents = 7777, weekly_vehicle_quantity_refresh_day = 0,
    non_highway_fuel_weekly_refresh_day = 0, weekly_product_refresh = 'N/A'`)
  await owner.query(`update cards set refresh_days_since = '2026-09-01'`)
  await refreshAt('2026-11-01T12:00:00Z')
  await owner.query('update cards set refreshing_cash_balance_cents = 1')
  await owner.query('truncate writes, card_refreshes')
  return Number((await owner.query(`select count(*) from cards where card_status <> 'CLOSED'`)).rows[0].count)
}
const tally = async () =>
  (
    await owner.query(`select (select count(*)::int from writes) as writes, (select count(distinct card_id)::int from writes) as cards,
      (select count(*)::int from card_refreshes) as records, (select count(*)::int from cards where refreshing_cash_balance_cents = 7777) as full`)
  ).rows[0]

test('CARD-16 C9 A1 three concurrent workers refresh each card once, and the audit log records the day', async () => {
  const due = await makeAllDue()
  const clock = () => new Date('2026-11-02T05:00:01Z')
  await Promise.all([1, 2, 3].map(() => refreshDueCards({ database, clock, partSize: 40 })))
  await refreshDueCards({ database, clock, partSize: 40 })
  expect(await tally()).toEqual({ writes: due, cards: due, records: due, full: due })
  const { rows } = await owner.query(
    `select after, company_id::int from audit_log where action = 'cards.refresh' order by id desc limit 1`,
  )
  expect(rows[0]).toEqual({ after: { day: '2026-11-02', cards: due }, company_id: 1 })
})

test('CARD-16 C1 C9 another worker resumes where a killed worker stopped, even days later', async () => {
  const due = await makeAllDue()
  const script = `
    import { connect } from ${JSON.stringify(new URL('../db/connect.ts', import.meta.url).href)}
    import { refreshDueCards } from ${JSON.stringify(new URL('./card-refresh.jobs.ts', import.meta.url).href)}
    await refreshDueCards({ database: connect({ appUrl: process.env.APP_URL, gateUrl: process.env.GATE_URL }), clock: () => new Date('2026-11-02T05:00:01Z'), partSize: 2 })`
  // Locks the cards of the last stripe, so that the worker cannot finish before it is killed.
  const holding = await owner.connect()
  await holding.query('begin')
  await holding.query('select from cards where id % $1 = $1 - 1 for update', [stripes])
  const worker = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, APP_URL: urls.appUrl, GATE_URL: urls.gateUrl },
    stdio: 'inherit',
  })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  await expect.poll(async () => (await tally()).writes, { interval: 2 }).toBeGreaterThanOrEqual(20)
  worker.kill('SIGKILL')
  await ended
  await holding.query('rollback')
  holding.release()
  // The server ends a killed worker's transaction only when it notices, and until then that worker has the run.
  const claims = () => owner.query(`select from pg_locks where relation = 'refresh_runs'::regclass`)
  await expect.poll(async () => (await claims()).rowCount).toBe(0)
  const half = await tally()
  expect(half.writes).toBeLessThan(due)
  await refreshAt('2026-11-04T09:00:00Z')
  expect(await tally()).toEqual({ writes: due, cards: due, records: due, full: due })
})

test('CARD-16 a concurrent purchase is not lost, and a started job refreshes automatically and stops on request', async () => {
  const { id } = await createCard({ cash_refresh_days: tuesday, weekly_vehicle_quantity_refresh_day: thursday })
  await refreshAt('2026-11-02T12:00:00Z')
  await drain(id)
  const purchase = await owner.connect()
  await purchase.query('begin')
  await purchase.query(
    'update cards set weekly_fuel_quantity_balance_milli = weekly_fuel_quantity_balance_milli - 40 where id = $1',
    [id],
  )
  const log = { info: () => {}, error: (fault: unknown) => expect(fault).toBeUndefined() }
  const job = startRefreshing({ database, log, clock: () => new Date('2026-11-03T12:00:00Z') })
  await expect.poll(async () => (await owner.query('select from pg_locks where not granted')).rowCount).toBe(1)
  await purchase.query('commit')
  purchase.release()
  await job.stop()
  expect(await read(id)).toMatchObject({ refreshing_cash_balance: 100, weekly_fuel_quantity_balance: -0.039 })
})

test('CARD-16 refresh records are kept for thirteen months', async () => {
  const { id } = await createCard({ cash_refresh_days: monday })
  await owner.query(
    `insert into card_refreshes (card_id, company_id, day, kinds) values ($1, 2, '2025-10-01', 1), ($1, 2, '2025-10-02', 1)`,
    [id],
  )
  await refreshAt('2026-11-02T12:00:00Z')
  expect((await recordsOf(id)).map(({ day }) => day)).toEqual(['2025-10-02', '2026-11-02'])
})
