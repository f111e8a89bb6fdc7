import { read } from '@e965/xlsx'
import { roles } from '@portal/contract/permissions.ts'
import { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { beforeEach, expect, test } from 'vitest'
import { type MailAttachment, MailWithdrawn } from '../platform/mailer.ts'
import { readConfig } from '../process/config.ts'
import { attachAny } from '../reports/scheduled-runs.actions.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { queueMorningPrices } from './price-mail.jobs.ts'

const { app, ask, owner, database, clock } = await testApp({ poolSize: 8 })
const { brands } = readConfig({})
const pass = () => queueMorningPrices({ database, brands, clock: () => clock.now })
const attach = attachAny(app.services)
const today: string = (await owner.query(`select max(day)::text as day from daily_rates where is_current`)).rows[0].day
/** The hour in the provider's zone on the last day with rates. */
async function at(hour: number, days = 0): Promise<void> {
  const { rows } = await owner.query("select start_of_day($1::date + $3::int) + $2 * interval '1 hour' as at", [
    today,
    hour,
    days,
  ])
  clock.now = rows[0].at
}
const choose = (who: string, is_wanted: boolean) => ask(who, smartBuy.changeMail, { body: { is_wanted } })
type Queued = { to_address: string; subject: string; text_body: string; attachments: MailAttachment[] }
const queued = async (): Promise<Queued[]> =>
  (
    await owner.query(
      `select to_address, subject, text_body, attachments from outbox where kind = 'price-list' order by to_address`,
    )
  ).rows
const receivers = async () => (await queued()).map(({ to_address }) => to_address)

beforeEach(async () => {
  await owner.query(`delete from outbox where kind = 'price-list'`)
  await owner.query('delete from price_list_wishes')
  await at(7)
})

test('SMART-4 people who asked get the day’s list once, however often the job runs, also side by side', async () => {
  await choose(people.northline, true)
  await Promise.all([pass(), pass(), pass()])
  await pass()
  expect(await receivers()).toEqual([people.northline])
  const [mail] = await queued()
  expect([mail?.subject.includes(today), mail?.text_body.includes(`/smartbuy?day=${today}`)]).toEqual([true, true])
  // Asked for again on the same day, it does not come twice.
  await choose(people.northline, false)
  await choose(people.northline, true)
  await pass()
  expect(await receivers()).toEqual([people.northline])
})

test('SMART-4 the database refuses a second mail to a person on a day', async () => {
  await choose(people.northline, true)
  await pass()
  const again = owner.query(
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body, price_list_user, price_list_day)
     select company_id, kind, brand, to_address, subject, text_body, price_list_user, price_list_day from outbox where kind = 'price-list'`,
  )
  await expect(again).rejects.toMatchObject({ constraint: 'outbox_price_lists' })
})

test('SMART-4 it goes out in the morning, and only with prices of that day', async () => {
  await choose(people.northline, true)
  for (const [hour, days] of [
    [5, 0],
    [12, 0],
    [7, 1],
  ] as const) {
    await at(hour, days)
    await pass()
    expect([hour, days, await receivers()]).toEqual([hour, days, []])
  }
  await at(6)
  await pass()
  expect(await receivers()).toEqual([people.northline])
})

test('SMART-4 the choice is a person’s own, and for users of customers', async () => {
  expect((await ask(people.northline, smartBuy.mail)).body).toEqual({ is_offered: true, is_wanted: false })
  await choose(people.northline, true)
  expect((await ask(people.northline, smartBuy.mail)).body).toEqual({ is_offered: true, is_wanted: true })
  expect((await ask(people.prairie, smartBuy.mail)).body).toEqual({ is_offered: true, is_wanted: false })
  expect((await ask(people.staff, smartBuy.mail)).body).toEqual({ is_offered: false, is_wanted: false })
  expect((await choose(people.staff, true)).status).toBe(400)
})

test('SMART-4 who may not see the prices any more gets none, also if that was queued before', async () => {
  await choose(people.northline, true)
  await pass()
  const [mail] = await queued()
  const [file] = mail?.attachments ?? []
  const { content, filename } = await attach(file as MailAttachment, 'price-list')
  const { Sheets } = read(content)
  expect(filename).toBe(`smart-buy-${today}.xlsx`)
  expect(Object.keys(Sheets)).toEqual(['smart-buy'])
  expect(JSON.stringify(Sheets['smart-buy'])).toContain('Moncton Cardlock')
  const [kept] = (await owner.query('select role, levels from users where email = $1', [people.northline])).rows
  for (const change of ['is_active = false', `role = ${roles.user}, levels = '{}'`]) {
    await owner.query(`update users set ${change} where email = $1`, [people.northline])
    await expect(attach(file as MailAttachment, 'price-list'), change).rejects.toThrow(MailWithdrawn)
    await owner.query(`delete from outbox where kind = 'price-list'`)
    await pass()
    expect([change, await receivers()]).toEqual([change, []])
    await owner.query('update users set is_active = true, role = $2, levels = $3 where email = $1', [
      people.northline,
      kept.role,
      kept.levels,
    ])
  }
  // It comes again with the permission, and not after it was ended.
  await pass()
  expect(await receivers()).toEqual([people.northline])
  await owner.query('delete from price_list_wishes')
  await expect(attach(file as MailAttachment, 'price-list')).rejects.toThrow(MailWithdrawn)
})
