import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  expectDoneOnce,
  killDatabase,
  startWork,
  type Target,
  waitUntilBack,
} from '../../server/src/testing/database-loss.ts'
import { paymentBody } from '../../server/src/testing/paying.ts'
import { startSmtpServer } from '../../server/src/testing/smtp-server.ts'
import { figure, lengthOf } from './drill.ts'
import { expectAllAgrees, type Headers, type Installation, signInTo, startInstallation } from './installation.ts'

const kills = lengthOf(100, 6)
const rows = 1500
const victims = ['API process', 'worker', 'database'] as const
type Stage = { installation: Installation; target: Target; headers: Headers }

/** A payment, with its key, of a Draft that an earlier run made and that is issued here. */
async function startPayment({ installation, target, headers }: Stage) {
  const [invoice] = await installation.ask(
    `update invoices set status = 'SENT', sent_at = now() from companies
     where companies.id = company_id and invoices.id = (select min(id) from invoices where status = 'DRAFT')
     returning invoices.id::int, invoice_number, companies.name as company_name, invoices.currency, due_cents::int as cents`,
  )
  const key = randomUUID()
  const pay = async () => {
    const reply = await fetch(`${target.origin}/v2/fuel-payment/register`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(paymentBody(invoice, invoice.cents / 100)),
    })
    return { status: reply.status, body: (await reply.json()) as { id?: number } }
  }
  return { invoice, pay, first: pay().catch(() => null) }
}

/** Sent again with its key, the payment is there once; what was answered before is answered again. */
async function expectPaidOnce({ installation }: Stage, payment: Awaited<ReturnType<typeof startPayment>>) {
  const first = await payment.first
  expect([201, 503, undefined], JSON.stringify(first?.body)).toContain(first?.status)
  const again = await payment.pay()
  expect([again.status, again.body]).toEqual([201, expect.anything()])
  if (first?.status === 201) expect(again.body).toEqual(first.body)
  const found = await installation.ask(
    `select count(*)::int as payments, coalesce(sum(amount_cents), 0)::int as cents from settlements where invoice_id = $1`,
    [payment.invoice.id],
  )
  expect(found).toEqual([{ payments: 1, cents: payment.invoice.cents }])
  return first?.status === 201
}

/** A lease would be waited for: here its time has passed at once. Only the dead worker held any. */
async function endLeases({ ask }: Installation): Promise<void> {
  for (const table of ['imports', 'billing_runs', 'outbox'])
    await ask(`update ${table} set locked_until = now() where status in ('running', 'sending')`)
}

async function killAndRestart({ installation, target, headers }: Stage, victim: (typeof victims)[number]) {
  if (victim === 'database') return waitUntilBack(target, headers, killDatabase(target))
  const member = victim === 'worker' ? installation.worker : (installation.apis[0] as Installation['worker'])
  await member.end('SIGKILL')
  if (victim === 'worker') await endLeases(installation)
  await member.start()
}

async function cycle(stage: Stage, kill: number, usual: number): Promise<boolean> {
  const { target, headers } = stage
  const victim = victims[kill % victims.length] as (typeof victims)[number]
  const work = await startWork(target, headers, String(600 + kill), rows, 1)
  // The payment comes just before the kill, at one of its moments.
  const at = (usual * kill) / (kills + 1)
  await sleep(Math.max(0, at - 15))
  const payment = await startPayment(stage)
  await sleep(kill % 24)
  await killAndRestart(stage, victim)
  await work.sending.catch(() => {})
  await work.sendAgain()
  const isAnswered = await expectPaidOnce(stage, payment)
  await expectDoneOnce(target, work, victim === 'worker' ? 2 : 1)
  return isAnswered
}

test('OPS-3 C1 M6 an API process, the worker and PostgreSQL are killed in turn: each import, run, payment and mail is whole and there once', async () => {
  const smtp = await startSmtpServer()
  const size = { companies: kills + 20, cards: 20 * kills, transactions: 40 * kills + 1500 }
  const installation = await startInstallation({ size, settings: { SMTP_URL: smtp.url } })
  try {
    const { apis, dataDir } = installation
    const origin = apis[0]?.origin ?? ''
    const target = { origin, dataDir, smtp }
    const stage: Stage = { installation, target, headers: await signInTo(origin) }
    // The kills are spread over the duration of an undisturbed run.
    const started = performance.now()
    await expectDoneOnce(target, await startWork(target, stage.headers, '600', rows, 1))
    const usual = performance.now() - started
    let answered = 0
    for (let kill = 1; kill <= kills; kill++) answered += Number(await cycle(stage, kill, usual))
    await expectAllAgrees(installation)
    const mails = smtp.received.filter(({ data }) => /\r\nSubject: Lot /.test(data)).length
    figure(
      `${kills} kills in turn of ${victims.join(', ')}, each over an import of ${rows} rows, a run, a payment and a mail`,
    )
    figure(
      `${answered} payments were answered before the kill, ${kills - answered} only when sent again with the same key`,
    )
    figure(`${mails - kills - 1} of ${kills + 1} mails came twice, after a kill of the worker`)
  } finally {
    await installation.stop()
    await smtp.close()
  }
})
