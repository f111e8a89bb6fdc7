import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { assertReady } from '../db/readiness.ts'
import { testApp } from './test-app.ts'

const { owner, database, urls } = await testApp()
const names = async (sql: string) => (await owner.query<{ name: string }>(sql)).rows.map(({ name }) => name)

/** What the application's roles can touch. */
const tables = [
  'audit_log',
  'automatic_holds',
  'backups',
  'bank_files',
  'bank_lines',
  'banks',
  'billed_transactions',
  'billing_run_customers',
  'billing_runs',
  'billing_settings',
  'books',
  'budgets',
  'card_assignments',
  'card_counts',
  'card_draws',
  'card_events',
  'card_refreshes',
  'card_templates',
  'cards',
  'changes',
  'changes_gone',
  'cities',
  'claim_entries',
  'claim_packets',
  'claims',
  'companies',
  'countries',
  'credit_note_lines',
  'credit_notes',
  'customers',
  'daily_rates',
  'document_jobs',
  'document_series',
  'exception_thresholds',
  'exceptions',
  'exchange_rates',
  'files',
  'former_card_numbers',
  'fuel_providers',
  'idempotency_keys',
  'ifta_distances',
  'ifta_fuel',
  'ifta_rates',
  'ifta_uploads',
  'import_errors',
  'imports',
  'invoice_provider_sums',
  'invoice_sums',
  'invoices',
  'issued_documents',
  'job_outcomes',
  'journal_batches',
  'journal_entries',
  'journal_settings',
  'list_settings',
  'list_views',
  'markups',
  'notification_choices',
  'notification_position',
  'notifications',
  'outbox',
  'price_list_wishes',
  'processes',
  'product_codes',
  'provider_statement_imports',
  'provider_statements',
  'purchase_entries',
  'purchase_sums',
  'purchase_totals',
  'quarantine',
  'rate_uploads',
  'receipts',
  'receivable_aging_days',
  'receivable_aging_weeks',
  'receivable_balances',
  'receivable_days',
  'receivable_entries',
  'receivable_months',
  'receivable_oldest',
  'refresh_runs',
  'refunds',
  'reminder_settings',
  'report_runs',
  'report_schedule_people',
  'report_schedules',
  'scheduled_jobs',
  'service_keys',
  'service_plans',
  'service_proposals',
  'service_reminders',
  'services',
  'settlements',
  'sites',
  'states',
  'tax_rate_candidates',
  'tax_rate_changes',
  'tax_rates',
  'transaction_counts',
  'transaction_entries',
  'transaction_identities',
  'transaction_lines',
  'transaction_sums',
  'transaction_totals',
  'transactions',
  'unbilled_transactions',
  'units',
  'users',
  'webhook_deliveries',
  'webhook_position',
  'webhook_secrets',
  'webhooks',
]
test('PERM-7 T2 every table that the application can touch has its two policies', async () => {
  const touchable = await names(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') and exists (
      select from unnest(array['portal_customer', 'portal_staff']) role, unnest(array['select', 'insert', 'update']) privilege
      where has_any_column_privilege(role, c.oid, privilege) or has_table_privilege(role, c.oid, 'delete') or has_table_privilege(role, c.oid, 'truncate')) order by 1`)
  const guarded = await names(`
    select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid join pg_roles r on r.oid = any(p.polroles)
    where c.relrowsecurity and not c.relforcerowsecurity and ((p.polname = 'own' and r.rolname = 'portal_customer') or (p.polname = 'staff' and r.rolname = 'portal_staff'))
    group by c.relname having count(*) = 2 order by 1`)
  expect(touchable).toEqual(tables)
  expect(guarded).toEqual(touchable)
  expect(
    await names(
      `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace where n.nspname = 'public' and relkind = 'v' and not coalesce(reloptions::text like '%security_invoker=true%', false)`,
    ),
  ).toEqual([])
})

test('PERM-7 a customer reads only its own company’s rows of a table, or none; places, providers, sites, tax and exchange rates and the letterhead are shared', async () => {
  const { rows } = await owner.query(
    `select tablename as name, qual, with_check from pg_policies where schemaname = 'public' and 'portal_customer' = any(roles)`,
  )
  const own = '( SELECT acting_company() AS acting_company)'
  const named = (fits: (policy: { name: string; qual: string }) => boolean) =>
    rows
      .filter(fits)
      .map(({ name }) => name)
      .sort()
  expect(rows.filter(({ with_check }) => with_check !== null && with_check !== `(company_id = ${own})`)).toEqual([])
  expect(named(({ qual }) => qual === 'true')).toEqual([
    'billing_settings',
    'cities',
    'countries',
    'exchange_rates',
    'fuel_providers',
    'ifta_rates',
    'receivable_months',
    'sites',
    'states',
    'tax_rates',
  ])
  // Every policy checks the company first, whatever else it checks.
  expect(
    named(
      ({ qual }) => qual !== 'true' && qual !== 'false' && !qual.replace(/^\(+/, '').startsWith(`company_id = ${own})`),
    ),
  ).toEqual(['companies', 'import_errors'])
})

test('PERM-7 T2 the application’s roles own nothing and bypass nothing', async () => {
  expect(
    await names(
      `select rolname as name from pg_roles where rolname in ('portal_app', 'portal_customer', 'portal_staff') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
    ),
  ).toEqual([])
  expect(
    await names(
      `select relname as name from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ('portal_app', 'portal_customer', 'portal_staff')`,
    ),
  ).toEqual([])
  await expect(assertReady(database)).resolves.toBeUndefined()
})

test('PERM-7 the portal refuses to start as the tables’ owner', async () => {
  await owner.query('grant portal_customer, portal_staff to portal_owner')
  const asOwner = connect({ appUrl: urls.ownerUrl })
  try {
    await expect(assertReady(asOwner)).rejects.toThrow('owns the tables')
  } finally {
    await asOwner.end()
  }
})

test('PERM-7 functions with the owner’s rights use no search path that others can set', async () => {
  expect(
    await names(
      `select proname as name from pg_proc join pg_namespace n on n.oid = pronamespace where n.nspname = 'public' and prosecdef and prosqlbody is null and not coalesce(proconfig::text like '%search_path%', false)`,
    ),
  ).toEqual([])
})

const ofThePortal = `pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`
test('PERM-7 no function of the portal is executable by every role of the cluster', async () => {
  expect(await names(`select proname as name from pg_proc p where ${ofThePortal}`)).toContain('find_session')
  expect(
    await names(
      `select proname as name from pg_proc p where ${ofThePortal} and has_function_privilege('public', p.oid, 'execute')`,
    ),
  ).toEqual([])
})

test('every trigger’s comment is one line that begins with Guard or Cache', async () => {
  const { rows } = await owner.query<{ name: string; purpose: string | null }>(
    `select tgname as name, obj_description(t.oid, 'pg_trigger') as purpose from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ purpose }) => !/^(Guard|Cache): [^\n]+\.$/.test(purpose ?? ''))).toEqual([])
})

test('API-5 the audit log can be written and read, but not changed or emptied', async () => {
  for (const role of ['portal_customer', 'portal_staff'])
    for (const [table, privilege] of [
      ['audit_log', 'update'],
      ['audit_log', 'delete'],
      ['audit_log', 'truncate'],
      ['audit_seals', 'select'],
      ['audit_seals', 'insert'],
      ['audit_signatures', 'select'],
      ['audit_signatures', 'insert'],
      ['sessions', 'select'],
      ['throttles', 'select'],
      ['password_resets', 'select'],
      ['password_resets', 'update'],
      ['secrets', 'select'],
      ['factors', 'select'],
      ['recovery_codes', 'select'],
      ['factor_challenges', 'select'],
      ['service_keys', 'insert'],
      ['service_keys', 'update'],
      ['service_keys', 'delete'],
      ['files', 'update'],
      ['markups', 'delete'],
      ['daily_rates', 'delete'],
      ['rate_uploads', 'delete'],
      ['settlements', 'update'],
      ['settlements', 'delete'],
      ['receipts', 'update'],
      ['receipts', 'delete'],
      ['credit_notes', 'update'],
      ['credit_notes', 'delete'],
      ['credit_note_lines', 'update'],
      ['credit_note_lines', 'delete'],
      ['refunds', 'update'],
      ['refunds', 'delete'],
      ['invoice_sums', 'update'],
      ['invoice_sums', 'delete'],
      ['invoice_provider_sums', 'update'],
      ['invoice_provider_sums', 'delete'],
      ['journal_batches', 'update'],
      ['journal_batches', 'delete'],
      ['journal_entries', 'update'],
      ['journal_entries', 'delete'],
      ['receivable_days', 'update'],
      ['receivable_days', 'delete'],
      ['invoices', 'delete'],
    ])
      expect([
        role,
        table,
        privilege,
        (await owner.query('select has_table_privilege($1, $2, $3) as may', [role, table, privilege])).rows[0].may,
      ]).toEqual([role, table, privilege, false])
  for (const [table, column] of [
    ['users', 'password_hash'],
    ['service_keys', 'key_hash'],
    ['service_keys', 'former_hash'],
  ])
    expect(
      (await owner.query(`select has_column_privilege('portal_staff', $1, $2, 'select') as may`, [table, column]))
        .rows[0].may,
    ).toBe(false)
})

test('every foreign key has an index', async () => {
  expect(
    await names(`
      select conrelid::regclass || '.' || a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
            -- An index of the rows that refer to something serves, too.
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))`),
  ).toEqual([])
})

test('the generated types and structure.md match the migrated database', () => {
  const command = fileURLToPath(new URL('../commands/schema.ts', import.meta.url))
  const result = spawnSync(process.execPath, [command, '--verify'], {
    env: { ...process.env, DATABASE_OWNER_URL: urls.ownerUrl },
    encoding: 'utf8',
  })
  expect(result.status, result.stdout + result.stderr).toBe(0)
})
