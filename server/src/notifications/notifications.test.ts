import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { notifications } from '@portal/contract/notifications/notifications.ts'
import { unreadNotifications } from '@portal/contract/notifications/unread-notifications.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { levels } from '@portal/contract/permissions.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { beforeEach, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { removeExpired } from '../platform/jobs/retention.ts'
import { readConfig } from '../process/config.ts'
import { people } from '../testing/factories.ts'
import { makeInvoice, setBillingSettings } from '../testing/invoices.ts'
import { notifying } from '../testing/mails/notifying.ts'
import { insertSentInvoice, paymentBody } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp({ poolSize: 8 })
const { ask, owner, clock, later, database } = app
const { pass, read, sentences } = notifying(app)
const companyOf = async (email: string): Promise<number> =>
  (await owner.query('select company_id::int as id from users where email = $1', [email])).rows[0].id
const northline = await companyOf(people.northline)
const cardsOf = async (company: number, count: number): Promise<number[]> =>
  (
    await owner.query(
      `select id::int from cards where company_id = $1 and card_status = 'RELEASE' order by id limit $2`,
      [company, count],
    )
  ).rows.map(({ id }) => id)
const hold = (cardIds: number[], who: string = people.staff) =>
  ask(who, cardBulk.hold, { body: { cardIds, reason: 'Lost' } })
const unreadOf = async (who: string): Promise<number> => (await ask(who, unreadNotifications.count)).body.unread
const setLevels = (email: string, held: object) =>
  owner.query('update users set levels = $2 where email = $1', [email, JSON.stringify(held)])
const viewAll = { view_fuel_cards: levels.access, view_invoices: levels.access, view_transactions: levels.access }

beforeEach(async () => {
  await setBillingSettings(owner)
  await setLevels(people.desk, viewAll)
  await owner.query(`update users set is_active = true`)
  await owner.query(`update cards set card_status = 'RELEASE' where card_status = 'HOLD'`)
  // Invoices of the demo and of other tests fall due meanwhile.
  await owner.query(`update notification_position set overdue_through = '2027-12-31'`)
  await pass()
  await owner.query('delete from notifications')
  await owner.query('delete from notification_choices')
})

test('UX-7 an invoice, its payment and the payment’s return are told to the customer’s people, and staff learn of the return', async () => {
  const { id, number } = await makeInvoice(owner, { companyId: northline, lines: 2, status: 'DRAFT' })
  const draft = (await ask(people.staff, invoices.get, { params: { id } })).body.invoice_dto
  expect((await ask(people.staff, invoices.update, { body: { ...draft, status: 'SENT' } })).status).toBe(200)
  const paid = await ask(people.staff, payments.register, {
    body: { ...paymentBody(draft, draft.total_amount), payment_date: '2026-11-10' },
  })
  await ask(people.staff, payments.reverse, { params: { id: paid.body.id }, body: { kind: 'nsf', reason: 'No funds' } })
  await pass()
  const amount = `${draft.total_amount.toFixed(2)} CAD`
  const told = await sentences(people.desk)
  expect(told).toContain(`The bank returned a payment of ${amount}`)
  expect(told).toContain(`We received your payment of ${amount}`)
  expect(told).toContain(`Invoice ${number} was issued: ${amount}, due on 2026-12-01`)
  expect(told.find((one) => one.endsWith('were put on hold: a payment was returned'))).toBeDefined()
  expect(await sentences(people.northline)).toEqual(told)
  expect(await sentences(people.prairie)).toEqual([])
  // The Admin returned it; the clerk learns of it, with the customer's name.
  expect(await sentences(people.clerk, 'kind:payment_returned')).toEqual([
    `Northline Haulage · The bank returned a payment of ${amount}`,
  ])
  expect(await sentences(people.staff, 'kind:payment_returned')).toEqual([])
  const [invoice] = await read(people.desk, 'kind:invoice_sent')
  expect(invoice).toMatchObject({
    link: { path: `/invoices/${id}/view`, filter: [] },
    state: 'unread',
    message: { key: 'notice.invoice-sent' },
  })
})

test('UX-7 a change of many cards is one notification for each customer, with the rule that made it', async () => {
  const [prairie] = [await companyOf(people.prairie)]
  const [one, ...others] = await cardsOf(northline, 3)
  const [foreign] = await cardsOf(prairie, 1)
  await hold([one as number])
  await hold([...others, foreign as number])
  await ask(people.northline, cardBulk.release, { body: { cardIds: others } })
  await pass()
  const [released, several, single] = await read(people.desk)
  expect([released?.sentence, several?.sentence]).toEqual(['2 cards were released', '2 cards were put on hold'])
  expect(single?.sentence).toMatch(/^Card •+\d{4} was put on hold$/)
  expect([several?.link, single?.link.path]).toEqual([
    { path: '/managercards', filter: ['card_status:HOLD'] },
    `/managercards/${one}/view`,
  ])
  // Northline's Admin released them, and so is not told.
  expect(await sentences(people.northline, 'kind:cards_released')).toEqual([])
  expect(await sentences(people.prairie)).toEqual([expect.stringMatching(/^Card •+\d{4} was put on hold$/)])
  // What staff do to cards is no news to staff.
  expect(await sentences(people.clerk)).toEqual([])
})

test('UX-7 invoices that became overdue are told once a day, from 7:00 on, in one notification for each customer', async () => {
  const at = (time: string) => pass(new Date(`2026-11-20T${time}:00Z`))
  await owner.query(`update notification_position set overdue_through = '2026-11-17'`)
  const first = await insertSentInvoice(owner, northline, 5000, { due: '2026-11-18' })
  await insertSentInvoice(owner, northline, 7000, { due: '2026-11-19' })
  await insertSentInvoice(owner, northline, 9000, { due: '2026-11-19' })
  await at('11:59')
  const ofDay = async (who: string) => (await read(who, 'kind:invoice_overdue')).map(({ sentence }) => sentence)
  expect(await ofDay(people.desk)).toEqual([`Invoice ${first.invoice_number} is overdue: 50.00 CAD is still owing`])
  await Promise.all([at('12:59'), at('12:59')])
  expect(await ofDay(people.desk)).toHaveLength(2)
  expect(await ofDay(people.desk)).toContain('2 invoices have been overdue since 2026-11-19')
  expect((await ofDay(people.clerk)).length).toBe(2)
})

test('UX-7 no notification is written twice, by several processes and after a repeated pass', async () => {
  const cards = await cardsOf(northline, 4)
  for (const card of cards) await hold([card])
  await Promise.all([pass(), pass(), pass(), pass()])
  await owner.query('update notification_position set seal_no = seal_no - 4')
  await pass()
  expect(await sentences(people.desk, 'kind:cards_held')).toHaveLength(4)
  expect(await unreadOf(people.desk)).toBe(4)
})

test('UX-7 read and unread follow the person over devices, never over people, and a switched person sees none of theirs', async () => {
  await hold(await cardsOf(northline, 1))
  await hold(await cardsOf(northline, 1))
  await pass()
  const [newest] = await read(people.desk)
  const mark = (who: string, body: object) => ask(who, notifications.mark, { body })
  expect((await mark(people.prairie, { ids: [newest?.id], is_read: true })).body).toEqual({ marked: 0, unread: 0 })
  expect((await mark(people.northline, { ids: [newest?.id], is_read: true })).body).toEqual({ marked: 0, unread: 2 })
  expect((await mark(people.desk, { ids: [newest?.id], is_read: true })).body).toEqual({ marked: 1, unread: 1 })
  const otherDevice = await ask(null, session.login, { body: { username: people.desk, password: demoPassword } })
  const headers = { authorization: String(otherDevice.headers.authorization) }
  expect((await ask(null, unreadNotifications.count, { headers })).body).toEqual({ unread: 1 })
  expect(await read(people.desk, 'state:read')).toEqual([expect.objectContaining({ id: newest?.id, state: 'read' })])
  expect((await mark(people.desk, { is_read: true })).body).toEqual({ marked: 1, unread: 0 })
  expect((await mark(people.desk, { ids: [newest?.id], is_read: false })).body).toEqual({ marked: 1, unread: 1 })
  expect(await unreadOf(people.northline)).toBe(2)

  const login = await ask(null, session.login, { body: { username: people.staff, password: demoPassword } })
  const switched = await ask(null, switching.to, {
    params: { id: northline },
    headers: { authorization: String(login.headers.authorization) },
  })
  const there = { authorization: String(switched.headers.authorization) }
  expect((await ask(null, unreadNotifications.count, { headers: there })).body).toEqual({ unread: 0 })
})

test('UX-7 a person without the permission, deactivated, or whose permission ended, gets and sees nothing', async () => {
  await setLevels(people.desk, { view_invoices: levels.access })
  await owner.query('update users set is_active = false where email = $1', [people.northline])
  await hold(await cardsOf(northline, 1))
  await pass()
  const { rows } = await owner.query('select count(*)::int as told from notifications where company_id = $1', [
    northline,
  ])
  expect(rows[0].told).toBe(0)
  await setLevels(people.desk, viewAll)
  await hold(await cardsOf(northline, 1))
  await pass()
  expect(await unreadOf(people.desk)).toBe(1)
  await setLevels(people.desk, { view_invoices: levels.access })
  expect([await unreadOf(people.desk), await read(people.desk)]).toEqual([0, []])
})

test('UX-7 what is older than three days is not told, read ones go after 90 days and unread ones after a year', async () => {
  await hold(await cardsOf(northline, 1))
  await pass(new Date(Date.now() + 4 * 24 * 3_600_000))
  expect(await read(people.desk)).toEqual([])
  await hold(await cardsOf(northline, 1))
  await hold(await cardsOf(northline, 1))
  await pass()
  const [one] = await read(people.desk)
  await ask(people.desk, notifications.mark, { body: { ids: [one?.id], is_read: true } })
  const cleanUp = (days: number) =>
    removeExpired(database, new Date(clock.now.getTime() + days * 24 * 3_600_000), {
      retention: readConfig({}).retention,
      storage: { remove: async () => {} },
      log: { error: () => {}, info: () => {} },
    })
  const left = async () =>
    (
      await owner.query(
        'select count(*)::int as left from notifications n join users on users.id = user_id where email = $1',
        [people.desk],
      )
    ).rows[0].left
  await cleanUp(89)
  expect(await left()).toBe(2)
  await cleanUp(91)
  expect(await left()).toBe(1)
  await cleanUp(366)
  expect(await left()).toBe(0)
})

test('AUTH-8 counting does not keep a session alive, and using it does', async () => {
  const login = await ask(null, session.login, { body: { username: people.desk, password: demoPassword } })
  const headers = { authorization: String(login.headers.authorization) }
  const poll = async () => (await ask(null, unreadNotifications.count, { headers })).status
  for (let minute = 0; minute < 20; minute++) {
    later(60_000)
    expect(await poll()).toBe(200)
  }
  expect((await ask(null, notifications.choices, { headers })).status).toBe(200)
  later(20 * 60_000)
  expect(await poll()).toBe(200)
  later(11 * 60_000)
  expect(await poll()).toBe(401)
  clock.now = new Date()
})
