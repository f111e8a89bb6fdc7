import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'
import { expectDoneOnce, startWork, type Target } from '../../server/src/testing/database-loss.ts'
import { startSmtpServer } from '../../server/src/testing/smtp-server.ts'
import { figure, lengthOf } from './drill.ts'
import { expectAllAgrees, type Installation, signInTo, startInstallation } from './installation.ts'
import { binariesWith, ensureFaketime, type MovedClock, movedClock } from './moved-clock.ts'

const library = ensureFaketime()
const hour = 3_600_000
const minute = 60_000
/**
 * Toronto's clocks go back at 06:00Z on November 7, and ahead at 07:00Z on March 12, both after the demo's last purchase.
 * Each stop with its local day.
 */
const walks: [string, string][][] = [
  [
    ['2027-11-06T16:00Z', '2027-11-06'],
    ['2027-11-07T04:05Z', '2027-11-07'],
    ['2027-11-07T03:30Z', '2027-11-06'],
    ['2027-11-07T05:30Z', '2027-11-07'],
    ['2027-11-07T06:30Z', '2027-11-07'],
    ['2027-11-07T05:45Z', '2027-11-07'],
    ['2027-11-08T04:30Z', '2027-11-07'],
    ['2027-11-08T05:05Z', '2027-11-08'],
  ],
  [
    ['2028-03-12T04:59Z', '2028-03-11'],
    ['2028-03-12T05:01Z', '2028-03-12'],
    ['2028-03-12T07:30Z', '2028-03-12'],
    ['2028-03-12T06:30Z', '2028-03-12'],
    ['2028-03-13T03:59Z', '2028-03-12'],
    ['2028-03-13T04:01Z', '2028-03-13'],
  ],
]
const walked = walks.slice(0, lengthOf(2, 1))

type Stage = { installation: Installation; target: Target; portal: MovedClock; server: MovedClock; metrics: string }
const move = ({ portal, server }: Pick<Stage, 'portal' | 'server'>, at: Date) => {
  for (const clock of [portal, server]) clock.moveTo(at)
}
const later = (stage: Stage, byMs: number) => move(stage, new Date(stage.portal.now().getTime() + byMs))

/** The worker starts again after each move, since it looks only every half minute; then each job has looked once. */
async function lookAgain({ installation: { worker }, metrics }: Stage): Promise<void> {
  expect(await worker.end('SIGTERM')).toBe(0)
  await worker.start()
  const passes = async () => {
    const text = await (await fetch(metrics)).text()
    return ['balances', 'schedule', 'seal'].filter((job) =>
      new RegExp(`portal_job_turns_total{name="${job}",outcome="done"} [1-9]`).test(text),
    )
  }
  await expect.poll(passes, { timeout: 60_000, interval: 50 }).toHaveLength(3)
}

const limit = 10_000
const spent = 1
/** A card whose balance returns to its limit every day is spent at each stop: it is full again once a day. */
async function walk(stage: Stage, stops: [string, string][], seen: Set<string>): Promise<number> {
  const { ask } = stage.installation
  const [card] = await ask(`select min(id)::int as id from cards where card_status = 'RELEASE'`)
  await ask(
    `update cards set cash_refresh_days = 127, refreshing_cash_limits_cents = ${limit}, refreshing_cash_balance_cents = ${limit},
       refresh_days_since = '2026-01-01' where id = $1`,
    [card.id],
  )
  let full = 0
  for (const [at, day] of stops) {
    move(stage, new Date(at))
    await lookAgain(stage)
    const [now] = await ask('select refreshing_cash_balance_cents::int as cents from cards where id = $1', [card.id])
    const isFirst = ![...seen].some((known) => known >= day)
    if (seen.size > 0) expect([at, now.cents]).toEqual([at, isFirst ? limit : spent])
    seen.add(day)
    full += Number(isFirst)
    await ask(`update cards set refreshing_cash_balance_cents = ${spent} where id = $1`, [card.id])
  }
  // As the records of purchases have it.
  await ask(`update cards set refreshing_cash_balance_cents = ${limit} where id = $1`, [card.id])
  return full
}

/** A session ends 30 minutes after its last use and not before, and a clock set back does not end it. */
async function sessions(stage: Stage): Promise<void> {
  const { origin } = stage.target
  const headers = await signInTo(origin)
  const status = async () => (await fetch(`${origin}/v2/fuel-card-management?size=1`, { headers })).status
  for (const byMs of [29 * minute, 29 * minute, -2 * hour, 2 * hour]) {
    later(stage, byMs)
    expect([byMs, await status()]).toEqual([byMs, 200])
  }
  later(stage, 31 * minute)
  expect(await status()).toBe(401)
  const long = await signInTo(origin)
  for (let passed = 0; passed < 8 * 60; passed += 29) {
    expect((await fetch(`${origin}/v2/fuel-card-management?size=1`, { headers: long })).status).toBe(200)
    later(stage, 29 * minute)
  }
  expect((await fetch(`${origin}/v2/fuel-card-management?size=1`, { headers: long })).status).toBe(401)
}

/** Work in progress while clocks jump, and with the clocks of the two apart. */
async function work(stage: Stage): Promise<void> {
  const { target } = stage
  const rows = 1500
  const start = async (lot: string) => startWork(target, await signInTo(target.origin), lot, rows, 1)
  // All leases of claimed work end at once, while their worker lives.
  const ahead = await start('701')
  await sleep(600)
  later(stage, 6 * hour)
  await ahead.sending
  await expectDoneOnce(target, ahead)
  later(stage, -3 * hour)
  const back = await start('702')
  await back.sending
  await expectDoneOnce(target, back)
  // A database that is behind, and one that is ahead: what it queues is due by its clock, and waits.
  const { portal, server } = stage
  server.moveTo(new Date(portal.now().getTime() - 3 * hour))
  const behind = await start('703')
  await behind.sending
  await expectDoneOnce(target, behind)
  server.moveTo(new Date(portal.now().getTime() + 3 * hour))
  const waiting = await start('704')
  await waiting.sending
  later(stage, 3 * hour + minute)
  await expectDoneOnce(target, waiting)
}

test('C9 S2 M8 A2 clocks of PostgreSQL and the portal that jump ahead and back, also over the change of time', async ({
  skip,
}) => {
  if (!library) return skip('libfaketime is missing and cannot be installed here, so no clock was moved.')
  const folder = mkdtempSync(join(tmpdir(), 'portal-clocks-'))
  chmodSync(folder, 0o755)
  const [portal, server] = ['portal', 'database'].map((name) => movedClock(library, join(folder, name))) as [
    MovedClock,
    MovedClock,
  ]
  move({ portal, server }, new Date(walks[0]?.[0]?.[0] ?? ''))
  const smtp = await startSmtpServer()
  const metricsPort = await freePort()
  const installation = await startInstallation({
    size: { companies: 12, cards: 600, transactions: 1500 },
    binaries: await binariesWith(server, folder),
    settings: { ...portal.settings, SMTP_URL: smtp.url },
    workerSettings: { METRICS_PORT: String(metricsPort) },
  })
  try {
    const { apis, dataDir, ask } = installation
    await ask(`update companies set time_zone = 'America/Toronto' where kind = 'provider'`)
    const target = { origin: apis[0]?.origin ?? '', dataDir, smtp }
    const stage: Stage = { installation, target, portal, server, metrics: `http://127.0.0.1:${metricsPort}/metrics` }
    const seen = new Set<string>()
    let stops = 0
    for (const stopsOf of walked) {
      await walk(stage, stopsOf, seen)
      stops += stopsOf.length
    }
    figure(`${stops} moves of the clocks over ${seen.size} local days: the card was filled once a day`)
    await sessions(stage)
    figure('sessions lived through moves back, and ended after 30 idle minutes and after 8 hours')
    await work(stage)
    figure(
      '4 times an import of 1500 rows, a billing run and a mail with clocks moved 6 h ahead, 3 h back, and apart by 3 h either way: each done once',
    )
    await expectAllAgrees(installation)
    figure('the audit log is sealed and verified, and the books agree: invoice numbers have no gap')
  } finally {
    await installation.stop()
    await smtp.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
