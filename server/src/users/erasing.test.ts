import { cardHistory } from '@portal/contract/cards/card-history.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { search } from '@portal/contract/search/search.ts'
import { users } from '@portal/contract/users/users.ts'
import { expect, test } from 'vitest'
import { cardBody, people, userBody } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const provider = Number(
  (await owner.query('select company_id from users where email = $1', [people.staff])).rows[0].company_id,
)
type Made = { id: number; email: string; name: string }
/** A user of the provider who left their name in many places. */
async function makeBusyUser(first_name: string): Promise<Made> {
  const body = userBody({
    company: provider,
    role: 1,
    first_name,
    last_name: 'Erasable',
    email: `${first_name}@erase.test`.toLowerCase(),
  } as never)
  const { id, email } = (await ask(people.staff, users.create, { body })).body
  const card = (await ask(email, cards.create, { body: cardBody() })).body
  await ask(email, cards.update, { params: { id: card.id }, body: { ...card, card_status: 'HOLD' } })
  const name = `${first_name} Erasable`
  await owner.query(
    `insert into imports (company_id, kind, file_name, size_bytes, sha256, mode, status, user_id, user_email, user_name, explanation, explained_by, explained_at)
     values ($1, 'cards', 'cards.csv', 1, sha256('x'), 'good', 'done', $2, $3, $4, 'Rounded', $4, now())`,
    [provider, id, email, name],
  )
  await owner.query(
    `insert into list_views (company_id, user_id, list, name, filter, sort, size, columns)
     select $1, $2, 'cards', 'Mine', '{}', null, 10, null`,
    [provider, id],
  )
  for (const kind of ['notification', 'password-reset', 'invoice'])
    await owner.query(
      `insert into outbox (company_id, kind, brand, to_address, subject, text_body, status) values ($1, $2, 'freshfuels', $3, 'Hello', 'Dear ${first_name}', 'queued')`,
      [provider, kind, email],
    )
  return { id, email, name }
}
const cell = async (sql: string, values: unknown[]) =>
  (await owner.query(sql, values)).rows.map((row) => Object.values(row)[0])

test('OPS-6 a deleted user is Former user n wherever their name was, and what was theirs alone is gone', async () => {
  const { id, email, name } = await makeBusyUser('Zara')
  expect((await ask(people.staff, users.remove, { params: { id } })).status).toBe(204)
  const former = `Former user ${id}`
  expect(await cell('select user_name from imports where user_id = $1', [id])).toEqual([former])
  expect(await cell('select explained_by from imports where user_id = $1', [id])).toEqual([former])
  expect(new Set(await cell('select user_name from card_events where user_id = $1', [id]))).toEqual(new Set([former]))
  expect(await cell('select name from list_views where user_id = $1', [id])).toEqual([])
  // Mail for the person alone is gone, also what was queued; a document's mail belongs to its company.
  expect(await cell('select kind from outbox where to_address = $1', [email])).toEqual(['invoice'])
  const listed = (await ask(people.staff, imports.list)).body.imports
  expect(listed.map(({ user_name }: { user_name: string }) => user_name)).toContain(former)
  expect(JSON.stringify((await ask(people.staff, search.find, { query: { q: 'Former user' } })).body)).not.toContain(
    former,
  )
  // The only places that still have the name or the address are the audit log and that mail.
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const left: string[] = []
  for (const { name: table } of tables) {
    const found = await owner.query(`select from ${table} t where t::text like any($1) limit 1`, [
      [`%${name}%`, `%${email}%`],
    ])
    if (found.rowCount) left.push(table)
  }
  expect(left.sort()).toEqual(['audit_log', 'outbox'])
})

test('OPS-6 histories say Former user n, and a namesake keeps what is theirs', async () => {
  const gone = await makeBusyUser('Yves')
  await owner.query(`update users set first_name = 'Yves', last_name = 'Erasable' where email = $1`, [people.clerk])
  const [cardId] = await cell(
    `select record_id::int from audit_log where user_email = $1 and action = 'cards.create'`,
    [gone.email],
  )
  await ask(people.staff, users.remove, { params: { id: gone.id } })
  expect(await cell('select explained_by from imports where user_id = $1', [gone.id])).toEqual([gone.name])
  const history = JSON.stringify((await ask(people.staff, cardHistory.list, { params: { id: cardId } })).body)
  expect(history).toContain(`Former user ${gone.id}`)
  expect([history.includes(gone.email), history.includes(gone.name)]).toEqual([false, false])
})
