import { randomUUID } from 'node:crypto'
import { session } from '@portal/contract/sessions/sessions.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { ask as askAs, freshDatabase } from '../testing/fresh-database.ts'
import { testApp } from '../testing/test-app.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { assertReady } from './readiness.ts'

const { ask, owner, database, urls } = await testApp()
const idOf = async (email: string): Promise<number> =>
  Number((await owner.query('select id from users where email = $1', [email])).rows[0].id)

/** What the gate alone may call. A new function of sign-in belongs here, and its secret stays behind it. */
const gateAlone = [
  'add_passkey',
  'begin_totp',
  'confirm_totp',
  'end_other_sessions',
  'end_session',
  'end_session_of',
  'exchange_session',
  'factors_of',
  'file_link_secret',
  'find_credentials',
  'find_known_device',
  'find_reset_person',
  'forgive_turn',
  'greet_device',
  'is_device',
  'list_cursor_secret',
  'note_security',
  'open_challenge',
  'open_password_reset',
  'open_service_key',
  'open_session',
  'prepare_invitation',
  'prepare_password',
  'prove_session',
  'record_refusal',
  'recovery_codes_left',
  'redeem_password_reset',
  'register_company',
  'remove_factors',
  'rename_passkey',
  'renew_recovery_codes',
  'rotate_service_key',
  'sessions_of',
  'sign_up_secret',
  'spend_proof',
  'take_attempt',
  'take_turn',
  'try_challenge',
  'webhook_secrets_of',
]
/** What the roles of requests may call although it takes a hash or a ticket, and why it reveals and opens nothing. */
const reasoned = {
  find_session: 'confirms a session whose token was presented; its hash cannot be read',
  session_stamp: 'confirms a session whose token was presented; its hash cannot be read',
  find_service_key: 'confirms a key that was presented; its hash cannot be read',
  service_key_refusal: 'says why a key that was presented opens nothing',
  touch_service_key: 'records the use of a key that was presented',
  touch_session: 'records the use of a session whose token was presented',
  set_language: 'stores the language of the user whose session’s token was presented',
  unsigned_seals: 'staff’s job alone: hashes of the audit log, signed with a key outside the database',
  sign_seals: 'staff’s job alone: a wrong signature is found, and no key is here',
  signature_state: 'staff alone: how far the audit log is signed',
  signing_state: 'staff’s job alone: how far the audit log is signed',
  find_issued_document: 'takes the hash of a document that anyone may check',
  use_password: 'takes a ticket of the gate, for one user and once',
  use_invitation: 'takes a ticket of the gate, for one new user and once',
}
const ofThePortal = `pronamespace = 'public'::regnamespace and prokind = 'f'
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`
const callableBy = async (role: string): Promise<string[]> =>
  (
    await owner.query<{ name: string }>(
      `select proname as name from pg_proc p where ${ofThePortal} and has_function_privilege($1, p.oid, 'execute') order by 1`,
      [role],
    )
  ).rows.map(({ name }) => name)

test('SEC-4 T9 no function that a request’s role can call takes or returns a hash, secret, token or link, but those with a reason', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct proname as name from pg_proc p where ${ofThePortal} and prorettype <> 'trigger'::regtype
       and (has_function_privilege('portal_customer', p.oid, 'execute') or has_function_privilege('portal_staff', p.oid, 'execute'))
       and (pg_get_function_arguments(p.oid) || ' ' || pg_get_function_result(p.oid) || ' ' || proname)
         ~* 'hash|secret|token|password|credential|ticket|signature|bytea|link' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(reasoned).sort())
})

test('SEC-4 T9 what opens sessions, reads hashes and secrets or makes links is for the gate alone', async () => {
  expect(await callableBy('portal_gate')).toEqual([...gateAlone, 'find_session'].sort())
  for (const role of ['portal_customer', 'portal_staff'])
    expect((await callableBy(role)).filter((name) => gateAlone.includes(name))).toEqual([])
  const { rows } = await owner.query<{ call: string }>(
    `select format('select %I(%s)', proname, (select string_agg('null::' || format_type(t, null), ', ' order by n)
       from unnest(proargtypes) with ordinality as a (t, n))) as call from pg_proc p where ${ofThePortal} and proname = any($1)`,
    [gateAlone],
  )
  expect(rows).toHaveLength(gateAlone.length)
  for (const { call } of rows)
    for (const role of ['portal_customer', 'portal_staff'] as const)
      await expect(database.pools[role].query(call), call).rejects.toThrow('permission denied')
})

test('SEC-4 T9 the gate reads no table, and no role reads a password’s hash', async () => {
  const { rows } = await owner.query(
    `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and (
       has_any_column_privilege('portal_gate', c.oid, 'select, insert, update') or has_table_privilege('portal_gate', c.oid, 'delete, truncate'))`,
  )
  expect(rows).toEqual([])
  for (const role of ['portal_customer', 'portal_staff', 'portal_gate'] as const)
    for (const column of ['password_hash', 'old_hash', 'token_hash'])
      await expect(
        database.pools[role].query(`select ${column} from prepared_credentials`),
        `${role} ${column}`,
      ).rejects.toThrow('permission denied')
  const { rows: readable } = await owner.query(
    `select role, privilege from unnest(array['portal_customer', 'portal_staff', 'portal_gate']) role,
       unnest(array['select', 'insert', 'update']) privilege
     where has_column_privilege(role, 'users', 'password_hash', privilege)`,
  )
  expect(readable).toEqual([])
})

test('SEC-4 T9 the login of requests cannot become the gate, and the login of the gate nothing else', async () => {
  for (const role of ['portal_customer', 'portal_staff'] as const)
    await expect(database.pools[role].query(`select set_config('role', 'portal_gate', true)`)).rejects.toThrow(
      'permission denied to set role',
    )
  for (const role of ['portal_customer', 'portal_staff', 'portal_owner'])
    await expect(database.gate(`select set_config('role', $1, true)`, [role])).rejects.toThrow(
      'permission denied to set role',
    )
  expect(await database.gate('select current_user::text as role, session_user::text as login', [])).toEqual([
    { role: 'portal_gate', login: 'portal_gate_login' },
  ])
})

test('SEC-4 a password or an invitation that was made ready serves its user alone, once and for minutes', async () => {
  const [desk, admin] = [await idOf(people.desk), await idOf(people.staff)]
  const prepare = async (user: number | null, email: string | null) => {
    const ticket = randomUUID()
    await database.gate('select prepare_password($1, $2, $3, null, $4)', [ticket, user, email, 'not a hash'])
    return ticket
  }
  const use = async (ticket: string, user: number): Promise<boolean> => {
    const client = await database.pools.portal_staff.connect()
    try {
      // Rolled back, so that the user keeps the password.
      await client.query('begin')
      const { rows } = await client.query(
        `select use_password($1, $2) as done from (select set_config('app.company', id::text, true) from companies where kind = 'provider') scope`,
        [ticket, user],
      )
      return rows[0].done
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const own = await prepare(desk, null)
  expect([await use(own, admin), await use(randomUUID(), desk), await use(own, desk)]).toEqual([false, false, true])
  // For a user about to be created: never for one who has a password.
  expect(await use(await prepare(null, people.desk), desk)).toBe(false)
  await owner.query(`update prepared_credentials set prepared_at = now() - interval '6 minutes'`)
  expect(await use(own, desk)).toBe(false)
  await prepare(desk, null)
  expect((await owner.query('select from prepared_credentials')).rowCount).toBe(1)
})

test('SEC-4 OPS-2 without DATABASE_GATE_URL the portal works as before, and with it the roles are taken apart', async () => {
  const { prefix, ownerUrl, appUrl, gateUrl } = await freshDatabase()
  const shared = { ownerUrl, appUrl, rolePrefix: prefix }
  await migrate(shared)
  const ready = async (given: Parameters<typeof connect>[0]): Promise<string> => {
    const portal = connect(given)
    try {
      return await assertReady(portal).then(
        () => 'ready',
        ({ message }) => message,
      )
    } finally {
      await portal.end()
    }
  }
  const apart = { ...shared, gateUrl }
  expect([await ready(shared), await ready(apart)]).toEqual([
    'ready',
    expect.stringMatching(
      new RegExp(`^The user of DATABASE_GATE_URL cannot act as "${prefix}_gate"\\. Run .npm run migrate. with this`),
    ),
  ])
  await migrate(apart)
  expect([await ready(shared), await ready(apart)]).toEqual([
    expect.stringMatching(new RegExp(`^The user of DATABASE_URL cannot act as "${prefix}_gate"`)),
    'ready',
  ])
  await askAs(ownerUrl, `grant ${prefix}_gate to ${prefix}_app`)
  expect(await ready(apart)).toMatch(new RegExp(`^The database user "${prefix}_app" can act as .*, but the login of`))
  await migrate(apart)
  expect(await ready(apart)).toBe('ready')
  const stranger = gateUrl.replace('_gate_login:', '_stranger:')
  await expect(migrate({ ...apart, gateUrl: stranger })).rejects.toThrow(/of DATABASE_GATE_URL does not exist/)
  await expect(migrate({ ...apart, gateUrl: ownerUrl })).rejects.toThrow(/of DATABASE_GATE_URL owns the tables/)
})

test('SEC-4 OPS-2 each pool tells its own role, and the gate’s login is asked with its own address', async () => {
  const wrong = connect({ ...urls, gateUrl: Object.assign(new URL(urls.gateUrl), { password: 'wrong' }).href })
  try {
    await expect(assertReady(wrong)).rejects.toThrow(/refuses the connection .*portal_gate_login/)
  } finally {
    await wrong.end()
  }
  const asCustomer = new pg.Client({ connectionString: urls.appUrl })
  await asCustomer.connect()
  await expect(asCustomer.query('set role portal_gate')).rejects.toThrow('permission denied to set role')
  await asCustomer.end()
  expect((await ask(people.desk, session.screens)).status).toBe(200)
})
