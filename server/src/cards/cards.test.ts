import { cards } from '@portal/contract/cards.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()

test('CARD-10 a card is created, read, changed and deleted', async () => {
  const body = cardBody()
  const created = await ask(people.staff, cards.create, { body })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ ...body, status: 'ACTIVE', version: 1 })
  const { id } = created.body
  const changed = await ask(people.staff, cards.update, { params: { id }, body: { ...created.body, driver_name: 'Noah Singh' } })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ driver_name: 'Noah Singh', version: 2 })
  expect((await ask(people.staff, cards.remove, { params: { id } })).status).toBe(204)
  expect((await ask(people.staff, cards.get, { params: { id } })).status).toBe(404)
  expect((await owner.query('select 1')).rowCount).toBe(1)
})
