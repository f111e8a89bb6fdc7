import { cards } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { foldCardCounts } from '../balances/card-refresh.queries.ts'
import { seedDemo } from '../demo/demo.queries.ts'
import { staffScope } from '../platform/access/scope.ts'
import { cardBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database, urls } = await testApp({ poolSize: 8 })
const kept = `select company_id::int, card_status, sum(count)::int as cards from card_counts group by 1, 2 having sum(count) <> 0 order by 1, 2`
const counted = `select company_id::int, card_status, count(*)::int as cards from cards group by 1, 2 order by 1, 2`
const expectRight = async () => expect((await owner.query(kept)).rows).toEqual((await owner.query(counted)).rows)
const fold = () => database.transaction(staffScope(0), foldCardCounts)
const create = async () => (await ask(people.staff, cards.create, { body: cardBody() })).body
const entries = async () => Number((await owner.query('select count(*) from card_counts')).rows[0].count)

test('LIST-12 counts follow every insert, change and delete of a card, and ignore what is rolled back', async () => {
  await seedDemo(urls.ownerUrl, { cards: 900 })
  await expectRight()
  const made = await create()
  const { body: held } = await ask(people.staff, cards.update, {
    params: { id: made.id },
    body: { ...made, card_status: 'HOLD' },
  })
  await expectRight()
  await ask(people.staff, cards.update, {
    params: { id: made.id },
    body: { ...held, company: null, company_name: 'Prairie Freight' },
  })
  const other = await create()
  expect(
    (await ask(people.northline, cards.update, { params: { id: other.id }, body: { ...other, card_status: 'HOLD' } }))
      .status,
  ).toBe(200)
  await expectRight()
  await ask(people.staff, cards.remove, { params: { id: made.id } })
  await owner.query(`update cards set company_id = 3, card_status = 'CLOSED' where id % 7 = 0`)
  // Cards with transactions cannot be deleted (CARD-10).
  await owner.query('truncate transactions cascade')
  await owner.query('delete from cards where id % 11 = 0')
  await owner.query('begin; delete from cards where id % 2 = 0; rollback')
  await expectRight()
  const many = await entries()
  await Promise.all([fold(), fold(), fold()])
  await expectRight()
  await fold()
  const { rows } = await owner.query(counted)
  expect([many > rows.length, await entries()]).toEqual([true, rows.length])
})

test('LIST-12 PERM-7 a customer’s total covers its own cards and comes from the same counts', async () => {
  const { rows } = await owner.query(
    `select count(*)::int as own from cards join companies on companies.id = company_id where name = 'Northline Haulage'`,
  )
  expect((await ask(people.northline, cards.list, {})).body.metadata).toMatchObject({
    total_count: rows[0].own,
    total_kind: 'exact',
  })
  const seen = await database.transaction({ role: 'portal_customer', company_id: 2 }, (db) =>
    db.selectFrom('card_counts').select('company_id').distinct().execute(),
  )
  expect(seen).toEqual([{ company_id: 2 }])
})

test('C10 an unfinished import does not block adding a card to the same company', async () => {
  const importing = await owner.connect()
  await importing.query('begin')
  await importing.query(
    `insert into cards select (jsonb_populate_record(c, jsonb_build_object('id', 5000000 + n, 'card_number', (88000000 + n)::text))).*
     from cards c, generate_series(1, 500) n where c.id = (select min(id) from cards where company_id = 2)`.replace(
      'insert into cards',
      'insert into cards overriding system value',
    ),
  )
  // A blocked request would time out, because the import ends only after these requests.
  const added = await Promise.all([1, 2, 3].map(create))
  expect(added.every(({ id }) => id > 0)).toBe(true)
  await fold()
  await importing.query('commit')
  importing.release()
  await expectRight()
})
