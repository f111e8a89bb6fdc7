import { notifications } from '@portal/contract/notifications/notifications.ts'
import { levels } from '@portal/contract/permissions.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { beforeEach, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { people } from '../testing/factories.ts'
import { bought, testImports } from '../testing/importing.ts'
import { notifying } from '../testing/mails/notifying.ts'

const app = await testImports()
const { ask, owner, imported, freshCard } = app
const { pass, read, sentences } = notifying(app)
const choose = (who: string, ...choices: object[]) => ask(who, notifications.choose, { body: { choices } })
const mails = async (): Promise<{ to: string; subject: string; text: string }[]> =>
  (
    await owner.query(
      `select to_address as to, subject, text_body as text from outbox where kind = 'notification' order by id`,
    )
  ).rows
/** Two cards on hold: two severe exceptions, and a third purchase without one. */
async function fileWithExceptions() {
  const held = { card_status: 'HOLD' }
  return imported('Esso', [bought(await freshCard(held)), bought(await freshCard(held)), bought(await freshCard())])
}

beforeEach(async () => {
  await owner.query(`update notification_position set overdue_through = '2027-12-31'`)
  await owner.query(`update users set levels = $2 where email = $1`, [
    people.desk,
    JSON.stringify({ view_transactions: levels.access }),
  ])
  await pass()
  await owner.query('delete from notifications')
  await owner.query('delete from notification_choices')
  await owner.query(`delete from outbox where kind = 'notification'`)
})

test('UX-7 EXC-3 an import is one notification for staff, and its exceptions one for each customer and one for staff', async () => {
  const { id, file_name } = await fileWithExceptions()
  await pass()
  expect(await read(people.staff, 'kind:import_done')).toEqual([
    expect.objectContaining({
      sentence: `${file_name}: 3 imported, 3 to review`,
      link: { path: `/imports/${id}/view`, filter: [] },
    }),
  ])
  const found = '2 new exceptions, 2 of them severe'
  expect(await sentences(people.desk)).toEqual([found])
  expect(await sentences(people.staff, 'kind:exception')).toEqual([`Northline Haulage · ${found}`])
  expect(await sentences(people.prairie)).toEqual([])
  expect((await read(people.desk))[0]?.link).toEqual({ path: '/transactions/exceptions', filter: ['state:open'] })
})

test('EXC-3 people choose by rule: in the bell, by e-mail at once, in a daily e-mail, or not at all', async () => {
  await choose(people.desk, { topic: 'on_hold', in_bell: false, mail: 'none' })
  await choose(people.northline, { topic: 'on_hold', in_bell: false, mail: 'now' })
  await owner.query(`update users set language = 'fr' where email = $1`, [people.northline])
  await fileWithExceptions()
  await pass()
  expect([await read(people.desk), await read(people.northline)]).toEqual([[], []])
  const [mail, ...others] = await mails()
  expect([mail?.to, others]).toEqual([people.northline, []])
  expect(mail?.subject).toBe('Fresh Fuels\u00a0: 2 nouvelles exceptions, dont 2 de gravité élevée')
  expect(mail?.text).toContain('/transactions/exceptions?filter=state%3Aopen')
  expect(mail?.text).toContain('/profile/notifications')
  await pass()
  expect(await mails()).toHaveLength(1)
})

test('UX-7 the daily e-mail lists what waited, once, from 7:00 of the provider on, and only what the person may still see', async () => {
  await choose(people.desk, { topic: 'on_hold', in_bell: true, mail: 'daily' })
  await choose(people.northline, { topic: 'on_hold', in_bell: true, mail: 'daily' })
  await fileWithExceptions()
  await fileWithExceptions()
  await owner.query(`update users set levels = '{}' where email = $1`, [people.desk])
  // The day of the next 7:00, which is today while it is earlier.
  const { rows } = await owner.query(`select start_of_day(provider_day(now() - interval '7 hours') + 1) as day`)
  const at = (hours: number) => pass(new Date(rows[0].day.getTime() + hours * 3_600_000))
  await at(6.9)
  expect(await mails()).toEqual([])
  await Promise.all([at(7), at(7), at(7)])
  await at(9)
  const sent = await mails()
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [people.northline, 'Fresh Fuels\u00a0: 2 notifications'],
  ])
  expect(sent[0]?.text.match(/2 new exceptions|2 nouvelles exceptions/g)).toHaveLength(2)
  expect(await read(people.northline)).toHaveLength(2)
})

test('UX-7 choices are a person’s own, with what they may see, in the audit log, and not changed while switched', async () => {
  const topics = async (who: string) =>
    (await ask(who, notifications.choices)).body.choices.map(({ topic }: { topic: string }) => topic)
  expect(await topics(people.desk)).not.toContain('below_cost')
  expect(await topics(people.desk)).not.toContain('invoice_sent')
  expect(await topics(people.staff)).toContain('registration')
  const refused = await choose(people.desk, { topic: 'invoice_sent', in_bell: true, mail: 'now' })
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['choices']])
  const { body } = await choose(people.desk, { topic: 'odometer', in_bell: false, mail: 'daily' })
  expect(body.choices).toContainEqual({ topic: 'odometer', in_bell: false, mail: 'daily' })
  expect(body.choices).toContainEqual({ topic: 'on_hold', in_bell: true, mail: 'none' })
  expect((await ask(people.northline, notifications.choices)).body.choices).toContainEqual({
    topic: 'odometer',
    in_bell: true,
    mail: 'none',
  })
  const { rows } = await owner.query('select action, before, after from audit_log order by id desc limit 1')
  expect(rows[0]).toEqual({
    action: 'notifications.choose',
    before: { notified_in_bell: expect.arrayContaining(['odometer']), notified_daily: [] },
    after: { notified_in_bell: expect.not.arrayContaining(['odometer']), notified_daily: ['odometer'] },
  })
  const login = await ask(null, session.login, { body: { username: people.staff, password: demoPassword } })
  const accounts = await ask(null, switching.manage, {
    headers: { authorization: String(login.headers.authorization) },
  })
  const switched = await ask(null, switching.to, {
    params: { id: accounts.body[0].id },
    headers: { authorization: String(login.headers.authorization) },
  })
  const there = { authorization: String(switched.headers.authorization) }
  expect((await ask(null, notifications.choose, { body: { choices: [] }, headers: there })).status).toBe(409)
})
