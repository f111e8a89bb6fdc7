import { levels, modules, roles } from '@portal/contract/permissions.ts'
import { users } from '@portal/contract/users/users.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { people, userBody } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { userCalls } from '../testing/user-calls.ts'

const { ask, owner, tokenOf } = await testApp()
const prairie = Number((await owner.query(`select id from companies where name = 'Prairie Freight'`)).rows[0].id)
const { idOf, make, change, remove, login, fieldsOf } = userCalls({ ask, owner })

beforeEach(async () => {
  await owner.query('delete from throttles')
})

describe('USER-7 T6 a user', () => {
  test('without the Admin role can neither create an Admin nor grant a module beyond their own', async () => {
    const manager = await make({ manage_users: 1, view_fuel_cards: 3, view_money_codes: 3 })
    const give = (given: object) => ask(manager.email, users.create, { body: userBody(given) })
    expect(fieldsOf(await give({ role: 1 }))).toEqual({ role: 'Only an Admin can make another user an Admin.' })
    const more = 'You cannot grant more permissions than you have.'
    expect(fieldsOf(await give({ manage_fuel_cards: 3, view_invoices: 3, view_fuel_cards: 3 }))).toEqual({
      manage_fuel_cards: more,
      view_invoices: more,
    })
    expect(fieldsOf(await give({ view_money_codes: 1, approve_money_codes: 3 }))).toEqual({
      view_money_codes: more,
      approve_money_codes: more,
    })
    expect((await give({ manage_users: 1, view_fuel_cards: 1, view_money_codes: 3 })).status).toBe(201)
    const made = await make()
    expect(fieldsOf(await change(manager.email, made, { view_reports: 3 }))).toEqual({ view_reports: more })
  })
  test('cannot change a user with more permissions, whose password they could then set', async () => {
    const manager = await make({ manage_users: 1 })
    const admin = (await ask(people.northline, users.get, { params: { id: await idOf(people.northline) } })).body
    const stronger = await make({ manage_users: 1, view_invoices: 3 })
    const wanted = 'quite another secret'
    const place = { phone: '306-555-0143', country: 'CA', province: 'CA-SK', city: 'CA-SK-moose-jaw' }
    for (const target of [admin, stronger]) {
      const answer = await change(manager.email, target, { ...place, password: wanted, verify_password: wanted })
      expect([answer.status, answer.body.error.code]).toEqual([403, 'user.may-more'])
      expect((await remove(manager.email, target.id)).body.error.code).toBe('user.may-more')
    }
    expect((await login(people.northline)).status).toBe(200)
  })
  test('cannot promote, move, deactivate or delete themselves', async () => {
    const manager = await make({ manage_users: 1 })
    const own = 'You cannot change this for yourself.'
    expect(fieldsOf(await change(manager.email, manager, { view_invoices: 1 }))).toEqual({ view_invoices: own })
    expect(fieldsOf(await change(manager.email, manager, { role: 1 }))).toMatchObject({ role: own })
    expect(fieldsOf(await change(manager.email, manager, { is_active: false }))).toEqual({ is_active: own })
    expect(fieldsOf(await change(manager.email, manager, { isUserEligibleForAccountSwitch: true }))).toEqual({
      isUserEligibleForAccountSwitch: own,
    })
    expect(fieldsOf(await change(manager.email, manager, { company: prairie }))).toEqual({
      company: expect.any(String),
    })
    expect(
      fieldsOf(
        await change(manager.email, manager, {
          password: 'a'.repeat(6) + 'bcdefgh',
          verify_password: 'a'.repeat(6) + 'bcdefgh',
        }),
      ),
    ).toEqual({
      password: 'Change your own password in your profile.',
    })
    expect((await remove(manager.email, manager.id)).body.error.code).toBe('user.own')
    expect((await change(manager.email, manager, { last_name: 'Renamed' })).body).toMatchObject({
      last_name: 'Renamed',
      view_invoices: 2,
    })
  })
})

describe('USER-7 the last active Admin of a company', () => {
  const place = { phone: '306-555-0143', country: 'CA', province: 'CA-SK', city: 'CA-SK-moose-jaw' }
  test('cannot be deleted, demoted or deactivated, not even by the provider', async () => {
    const id = await idOf(people.prairie)
    const record = { ...(await ask(people.staff, users.get, { params: { id } })).body, ...place }
    expect(record).toMatchObject({
      role: roles.admin,
      ...Object.fromEntries(modules.map((module) => [module, levels.full])),
    })
    expect((await remove(people.staff, id)).body.error.code).toBe('user.last-admin')
    for (const changes of [{ role: 2 }, { is_active: false }]) {
      const answer = await change(people.staff, record, changes)
      expect([answer.status, answer.body.error.code]).toEqual([409, 'user.last-admin'])
    }
    expect((await change(people.staff, record, { last_name: 'Marchand-Roy' })).status).toBe(200)
    const idle = await make({ company: prairie, role: 1, is_active: false }, people.staff)
    expect((await remove(people.staff, id)).body.error.code).toBe('user.last-admin')
    expect((await remove(people.staff, idle.id)).status).toBe(204)
  })
  test('remains when two Admins are removed at the same moment', async () => {
    for (const way of ['remove', 'demote', 'deactivate'] as const) {
      const company = Number(
        (await owner.query(`insert into companies (kind, name) values ('customer', $1) returning id`, [`Race ${way}`]))
          .rows[0].id,
      )
      const both = [await make({ company, role: 1 }, people.staff), await make({ company, role: 1 }, people.staff)]
      const act = (who: string, target: { id: number }) =>
        way === 'remove'
          ? remove(who, target.id)
          : change(who, target, way === 'demote' ? { role: 2 } : { is_active: false })
      const [one, other] = both
      // Each of them removes the other, while the provider's Admin removes both.
      await Promise.all([tokenOf(one.email), tokenOf(other.email)])
      const answers = await Promise.all([
        act(one.email, other),
        act(other.email, one),
        act(people.staff, one),
        act(people.staff, other),
      ])
      const { rows } = await owner.query(
        'select count(*)::int as left from users where company_id = $1 and role = 1 and is_active',
        [company],
      )
      expect([
        way,
        rows[0].left,
        answers.filter(({ status }) => status < 300).length,
        answers.some(({ status }) => status >= 500),
      ]).toEqual([way, 1, 1, false])
    }
  })
})
