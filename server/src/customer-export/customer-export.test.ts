import { randomBytes } from 'node:crypto'
import { customerExport } from '@portal/contract/customers/customer-export.ts'
import { pathOf } from '@portal/contract/endpoint.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { users } from '@portal/contract/users/users.ts'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { demoPassword } from '../demo/demo.queries.ts'
import { openFolder } from '../platform/storage/storage.ts'
import { people, userBody } from '../testing/factories.ts'
import { issueSeptember } from '../testing/invoices.ts'
import { testApp } from '../testing/test-app.ts'
import { fileWords } from './readme.data.ts'

const { app, ask, owner, database, tokenOf, folder } = await testApp()
const storage = await openFolder(folder)
const companyOf = async (email: string): Promise<number> =>
  Number((await owner.query('select company_id from users where email = $1', [email])).rows[0].company_id)
const northline = await companyOf(people.northline)
const prairie = await companyOf(people.prairie)

async function unzip(content: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(content)
  const found: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    found[entry.fileName] = Buffer.concat(pieces)
  }
  return found
}
const download = async (email: string, id: number) =>
  app.inject({
    url: pathOf(customerExport.download, { id }),
    headers: { authorization: await tokenOf(email) },
  })
const exported = async (id: number) => unzip((await download(people.staff, id)).rawPayload)
const linesIn = (file: Buffer | undefined) => (file?.toString().trim().split('\r\n').length ?? 0) - 1
const count = async (sql: string, id = northline) => Number((await owner.query(sql, [id])).rows[0].count)

async function attach(content: string, company: number): Promise<void> {
  const stored = await storage.put(asBytes(content), 1000)
  await owner.query(
    `insert into files (company_id, owner_type, owner_id, name, content_type, size_bytes, storage_key, sha256)
     select $1, 'card', min(id), 'receipt.txt', 'text/plain', $2, $3, $4 from cards where company_id = $1`,
    [company, stored.size_bytes, stored.storage_key, stored.sha256],
  )
}
async function* asBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

test('OPS-6 T7 everything about one customer is in the archive, and nothing of another one', async () => {
  await issueSeptember(owner, database)
  await attach('a receipt of Northline', northline)
  await attach('a receipt of Prairie', prairie)
  const files = await exported(northline)
  const listed = Object.keys(fileWords).filter((name) => !name.endsWith('/'))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['README.txt', ...listed]))
  expect(linesIn(files['cards.csv'])).toBe(await count('select count(*) from cards where company_id = $1'))
  expect(linesIn(files['transactions.csv'])).toBe(
    await count('select count(*) from transaction_lines where company_id = $1'),
  )
  expect(linesIn(files['invoices.csv'])).toBe(
    await count(`select count(*) from invoices where company_id = $1 and status <> 'DRAFT'`),
  )
  expect(linesIn(files['users.csv'])).toBe(
    await count('select count(*) from users where company_id = $1 and deleted_at is null'),
  )
  // Not only what the lists show.
  const headOf = (name: string) => files[name]?.toString().split('\r\n')[0]
  expect(headOf('cards.csv')).toContain('Weekly Fuel Quantity Limit')
  expect(files['users.csv']?.toString()).toMatch(/desk@northline.test,.*View Fuel Cards: Access/)
  expect(files['provider/customer.csv']?.toString()).toContain('Operating name,')
  expect(files['provider/customer.csv']?.toString()).not.toMatch(/\w_\w+,|\{/)
  expect(linesIn(files['provider/markups.csv'])).toBe(await count('select count(*) from markups where company_id = $1'))
  expect(
    Object.entries(files)
      .filter(([name]) => name.startsWith('files/'))
      .map(([, content]) => content.toString()),
  ).toEqual(['a receipt of Northline'])
  const foreign = await owner.query<{ text: string }>(
    `select card_number as text from cards where company_id <> $1
     union all select invoice_number from invoices where company_id <> $1
     union all select authentication_id from transactions where company_id <> $1
     union all select email from users where company_id = $2`,
    [northline, prairie],
  )
  const whole = Buffer.concat(Object.values(files)).toString()
  expect(foreign.rows.length).toBeGreaterThan(20)
  expect(foreign.rows.filter(({ text }) => whole.includes(text))).toEqual([])
})

test('OPS-6 COST-2 the archive has neither costs nor password hashes, and its export is in the audit log', async () => {
  const files = await exported(northline)
  for (const [name, content] of Object.entries(files).filter(
    ([file]) => file.endsWith('.csv') && !file.startsWith('documents'),
  ))
    expect([
      name,
      content
        .toString()
        .split('\r\n')[0]
        ?.match(/\b(cost|margin|hash)\b/gi),
    ]).toEqual([name, null])
  expect(Buffer.concat(Object.values(files)).toString()).not.toContain('$argon2')
  const { rows } = await owner.query(
    `select * from audit_log where action = 'customerExport.download' order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({
    user_email: people.staff,
    record_type: 'customer',
    record_label: 'Northline Haulage',
  })
})

test('OPS-6 only staff who may read all of it may export; unknown customers are not found', async () => {
  const staff = userBody({ company: await companyOf(people.staff), view_invoices: 1 } as never)
  expect((await ask(people.staff, users.create, { body: staff })).status).toBe(201)
  expect((await ask(null, session.login, { body: { username: staff.email, password: demoPassword } })).status).toBe(200)
  for (const who of [staff.email, people.clerk, people.northline])
    expect((await download(who, northline)).statusCode).toBe(403)
  expect((await download(people.staff, 999_999)).statusCode).toBe(404)
})

test('OPS-6 the archive is explained in the reader’s language, and lost content is named in it', async () => {
  expect((await exported(northline))['README.txt']?.toString()).toContain('Everything about Northline Haulage')
  await ask(people.staff, profiles.language, { body: { language: 'fr' } })
  await owner.query(
    `insert into files (company_id, owner_type, owner_id, name, content_type, size_bytes, storage_key, sha256)
     select $1, 'card', 1, 'lost.txt', 'text/plain', 1, $2, sha256('x')`,
    [northline, randomBytes(16).toString('hex')],
  )
  const files = await exported(northline)
  expect(files['README.txt']?.toString()).toContain('Tout ce qui concerne Northline Haulage')
  expect(files['missing.txt']?.toString()).toMatch(/files\/\d+-lost.txt/)
})
