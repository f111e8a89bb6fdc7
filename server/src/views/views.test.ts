import { english } from '@portal/contract/english.ts'
import { message } from '@portal/contract/message.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { type KeptView, listSettings, maxLayouts } from '@portal/contract/views/list-settings.ts'
import { maxViews, maxViewsOfAll, views } from '@portal/contract/views/views.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const list = 'cards.list'
const view = (own: object = {}) => ({
  list,
  name: 'On hold',
  is_shared: false,
  filter: ['card_status:HOLD', 'driver_name::a'],
  sort: 'driver_name,desc',
  size: 20,
  columns: [{ key: 'card_number', width: 180 }, { key: 'driver_name' }],
  ...own,
})
const keep = (who: string, own: object = {}) => ask(who, views.create, { body: view(own) })
const namesOf = async (who: string, of = list): Promise<string[]> =>
  (await ask(who, views.list, { query: { list: of } })).body.views.map(({ name }: KeptView) => name)
const change = (who: string, id: number, body: object) => ask(who, views.update, { params: { id }, body })
const remove = (who: string, id: number) => ask(who, views.remove, { params: { id } })
const settingsOf = async (who: string) => (await ask(who, listSettings.settings)).body

test('UX-6 a view keeps filters, sort, columns and size under a name, for its user alone', async () => {
  const made = await keep(people.desk)
  expect([made.status, made.body]).toEqual([201, { ...view(), id: expect.any(Number), version: 1 }])
  expect(await namesOf(people.desk)).toEqual(['On hold'])
  expect(await namesOf(people.desk, 'users.list')).toEqual([])
  for (const who of [people.northline, people.prairie, people.staff]) {
    expect([who, await namesOf(who)]).toEqual([who, []])
    expect([who, (await change(who, made.body.id, { size: 5 })).status]).toEqual([who, 404])
    expect([who, (await remove(who, made.body.id)).status]).toEqual([who, 404])
  }
  const taken = await keep(people.desk, { name: 'on HOLD' })
  expect([taken.status, taken.body.error.fields]).toEqual([400, { name: english('view.name-taken') }])
  expect((await change(people.desk, made.body.id, { name: 'Held', version: 1 })).body).toMatchObject({
    name: 'Held',
    filter: view().filter,
    version: 2,
  })
  expect((await change(people.desk, made.body.id, { version: 1, size: 5 })).body.error.code).toBe('record.stale')
  const { rows } = await owner.query(
    `select action, before, after from audit_log where record_type = 'list_view' and record_id = $1 order by id`,
    [made.body.id],
  )
  expect(rows[0].after).toMatchObject({
    list,
    filter: 'card_status:HOLD; driver_name::a',
    columns: 'card_number, driver_name',
  })
  expect(rows[1]).toEqual({ action: 'views.update', before: { name: 'On hold' }, after: { name: 'Held' } })
  expect((await remove(people.desk, made.body.id)).status).toBe(204)
  expect(await namesOf(people.desk)).toEqual([])
})

test('UX-6 an Admin shares a view with the company; its other users open it and cannot change it', async () => {
  const refused = await keep(people.desk, { is_shared: true })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'view.needs-admin'])
  const own = (await keep(people.desk, { name: 'Mine' })).body
  expect((await change(people.desk, own.id, { is_shared: true })).status).toBe(403)
  const made = (await keep(people.northline, { name: 'Ours', is_shared: true })).body
  expect(await namesOf(people.desk)).toEqual(['Mine', 'Ours'])
  expect(await namesOf(people.prairie)).toEqual([])
  expect(await namesOf(people.staff)).toEqual([])
  expect((await change(people.desk, made.id, { size: 5 })).status).toBe(403)
  expect((await remove(people.desk, made.id)).status).toBe(403)
  // The desk opens its list with it until the company no longer has it.
  await ask(people.desk, listSettings.arrange, { body: { list, view_id: made.id } })
  expect((await settingsOf(people.desk)).layouts[list].view).toEqual(made)
  expect((await change(people.northline, made.id, { is_shared: false })).status).toBe(200)
  expect((await settingsOf(people.desk)).layouts[list]).toEqual({ columns: null, view: null })
  expect(await namesOf(people.desk)).toEqual(['Mine'])
})

test('UX-6 columns, default view and density are kept with the user, list by list', async () => {
  expect(await settingsOf(people.clerk)).toEqual({ density: 'comfortable', layouts: {}, may_share: false })
  const columns = [{ key: 'email', width: 220 }, { key: 'first_name' }]
  const made = (await keep(people.clerk)).body
  await ask(people.clerk, listSettings.arrange, { body: { list: 'users.list', columns } })
  await ask(people.clerk, listSettings.arrange, { body: { list, view_id: made.id } })
  await ask(people.clerk, listSettings.arrange, { body: { list, columns: [{ key: 'card_number' }] } })
  await ask(people.clerk, listSettings.setDensity, { body: { density: 'compact' } })
  expect(await settingsOf(people.clerk)).toEqual({
    density: 'compact',
    may_share: false,
    layouts: {
      'users.list': { columns, view: null },
      [list]: { columns: [{ key: 'card_number' }], view: made },
    },
  })
  expect(await settingsOf(people.staff)).toEqual({ density: 'comfortable', layouts: {}, may_share: true })
  // A view of another list, another user or none cannot be the default.
  const others = [made.id, (await keep(people.desk, { name: 'Other' })).body.id, 987_654_321]
  for (const view_id of others)
    expect((await ask(people.clerk, listSettings.arrange, { body: { list: 'users.list', view_id } })).status).toBe(404)
  await ask(people.clerk, listSettings.arrange, { body: { list: 'users.list', columns: null } })
  await remove(people.clerk, made.id)
  expect((await settingsOf(people.clerk)).layouts).toEqual({
    'users.list': { columns: null, view: null },
    [list]: { columns: [{ key: 'card_number' }], view: null },
  })
})

test('UX-6 SWITCH-5 staff who switch have the company’s views and keep their own ones apart', async () => {
  await keep(people.northline, { name: 'Of Northline', is_shared: true })
  await keep(people.staff, { name: 'Of staff' })
  const { rows } = await owner.query(`select id::int from companies where name = 'Northline Haulage'`)
  const signedIn = await ask(null, session.login, { body: { username: people.staff, password: demoPassword } })
  const headers = { authorization: String(signedIn.headers.authorization) }
  const switched = await ask(null, switching.to, { params: { id: rows[0].id }, headers })
  const found = await ask(null, views.list, {
    query: { list },
    headers: { authorization: String(switched.headers.authorization) },
  })
  expect(found.body.views.map(({ name }: KeptView) => name)).toEqual(['Of Northline'])
})

test('UX-6 a view has a shape, and a list no more than so many', async () => {
  const faults = async (own: object) => Object.keys((await keep(people.prairie, own)).body.error.fields)
  expect(await faults({ size: 7 })).toEqual(['size'])
  expect(await faults({ name: ' ' })).toEqual(['name'])
  expect(await faults({ list: 'cards' })).toEqual(['list'])
  expect(await faults({ columns: [] })).toEqual(['columns'])
  expect(await faults({ user_id: 1 })).toEqual(['user_id'])
  for (let n = 0; n < maxViews; n++) expect((await keep(people.prairie, { name: `View ${n}` })).status).toBe(201)
  expect(await faults({ name: 'One more' })).toEqual(['name'])
  expect((await keep(people.prairie, { name: 'Other list', list: 'users.list' })).status).toBe(201)
})

test('UX-6 invented names of lists do not fill the database', async () => {
  await owner.query(
    `insert into list_views (company_id, user_id, list, name, size)
     select company_id, users.id, 'list.' || n, 'View', 10 from users, generate_series(1, $1) n where email = $2`,
    [maxViewsOfAll, people.desk],
  )
  const refused = await keep(people.desk, { name: 'One more', list: 'invented.list' })
  expect(refused.body.error.fields).toEqual({ name: english(message('view.too-many-of-all', { max: maxViewsOfAll })) })
  await owner.query(
    `insert into list_settings as kept (company_id, user_id, layouts)
     select company_id, users.id, (select jsonb_object_agg('list.' || n, '{}'::jsonb) from generate_series(1, $1) n)
     from users where email = $2 on conflict (user_id, company_id) do update set layouts = excluded.layouts`,
    [maxLayouts, people.desk],
  )
  const arranged = await ask(people.desk, listSettings.arrange, { body: { list: 'invented.list', columns: null } })
  expect(arranged.status).toBe(404)
})
