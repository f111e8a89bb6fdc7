import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { portalVersion } from '../process/version.ts'
import { inPatientTransaction } from './owner.ts'
import { type RoleNames, withRoleNames } from './role-names.ts'

const folder = new URL('./functions/', import.meta.url)
type FunctionFile = { name: string; checksum: string }
export type AppliedFunctions = FunctionFile & { version: string }

let known: Promise<(FunctionFile & { sql: string })[]> | undefined
/** The functions, triggers and policies of this version, read once, in the order of application. */
export function knownFunctions(): Promise<(FunctionFile & { sql: string })[]> {
  known ??= (async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    return Promise.all(
      names.map(async (name) => {
        const sql = await readFile(new URL(name, folder), 'utf8')
        return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
      }),
    )
  })()
  return known
}

/** The applied files as the owner reads them; none in an empty database. */
export async function appliedFunctions(owner: pg.ClientBase): Promise<AppliedFunctions[]> {
  const { rows } = await owner.query<{ is_there: boolean }>(
    `select to_regclass('public.schema_functions') is not null as is_there`,
  )
  return rows[0]?.is_there
    ? (await owner.query<AppliedFunctions>('select name, checksum, version from public.schema_functions')).rows
    : []
}

const partsOf = (version: string): number[] => version.split('.').map(Number)
const isNewer = (one: string, other: string): boolean => {
  const [left, right] = [partsOf(one), partsOf(other)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}
const differing = (own: readonly FunctionFile[], applied: readonly FunctionFile[]): string[] => {
  const sums = (files: readonly FunctionFile[]) => new Map(files.map(({ name, checksum }) => [name, checksum]))
  const [mine, theirs] = [sums(own), sums(applied)]
  return [...new Set([...mine.keys(), ...theirs.keys()])].filter((name) => mine.get(name) !== theirs.get(name)).sort()
}

/**
 * Why this version cannot work with the applied functions, or null if they match. The stored version shows which is
 * newer, so that an older portal does not put its functions back.
 */
export function comparedFunctions(
  own: readonly FunctionFile[],
  applied: readonly AppliedFunctions[],
  version: string = portalVersion,
): { kind: 'newer' | 'missing'; sentence: string } | null {
  const names = differing(own, applied)
  if (names.length === 0) return null
  const newer = applied.find((file) => names.includes(file.name) && isNewer(file.version, version))
  if (newer)
    return {
      kind: 'newer',
      sentence: `The functions in the database are from version ${newer.version} of the portal, and this is version ${version}. Start version ${newer.version}.`,
    }
  return {
    kind: 'missing',
    sentence: `The functions in the database do not match this version (${names.join(', ')}). Run \`npm run migrate\`, or start with DATABASE_OWNER_URL.`,
  }
}

const ofThePortal = `pronamespace = 'public'::regnamespace and prokind = 'f'
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`
/** Drops everything the files create, dependents first. */
const drops = `
  select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop
    from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and relnamespace = 'public'::regnamespace
  union all
  select format('drop policy %I on %s', polname, polrelid::regclass)
    from pg_policy join pg_class on pg_class.oid = polrelid where relnamespace = 'public'::regnamespace
  union all
  select 'drop function ' || string_agg(oid::regprocedure::text, ', ') from pg_proc where ${ofThePortal} having count(*) > 0`

/** Also those that older migrations made. */
export async function dropFunctions(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ drop: string }>(drops)
  for (const { drop } of rows) await owner.query(drop)
}

/** Replaces all functions, triggers and policies by those of these files. Must run in a transaction. */
export async function createFunctions(
  owner: pg.ClientBase,
  names: RoleNames,
  files: readonly { sql: string }[],
): Promise<void> {
  await dropFunctions(owner)
  // A function may call one from a later file.
  await owner.query('set local check_function_bodies = off')
  for (const { sql } of files) await owner.query(withRoleNames(sql, names))
}

async function replaceFunctions(owner: pg.ClientBase, names: RoleNames, changed: readonly string[]): Promise<void> {
  const files = await knownFunctions()
  await createFunctions(owner, names, files)
  await owner.query('delete from schema_functions where name = any($1)', [changed])
  const fresh = files.filter(({ name }) => changed.includes(name))
  await owner.query(
    'insert into schema_functions (name, checksum, version) select name, checksum, $3 from unnest($1::text[], $2::text[]) as file (name, checksum)',
    [fresh.map(({ name }) => name), fresh.map(({ checksum }) => checksum), portalVersion],
  )
}

/**
 * Every request reads `sessions` first. While that table is held, a new request holds no other, so those under way end and
 * none can wait for this transaction while this waits for it.
 */
async function lockTables(owner: pg.ClientBase): Promise<void> {
  await owner.query('lock table sessions in access exclusive mode')
  const { rows } = await owner.query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ' order by relname) as tables
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and (relrowsecurity or relhastriggers)`,
  )
  await owner.query(`lock table ${rows[0]?.tables} in access exclusive mode`)
}

/**
 * Replaces all functions, triggers and policies in one transaction if a text differs or a migration has run. Dropping
 * everything first removes objects that no file has and allows changed parameters and results. Returns the names of the
 * changed files.
 */
export async function applyFunctions(owner: pg.ClientBase, names: RoleNames, isMigrated: boolean): Promise<string[]> {
  const changed = differing(await knownFunctions(), await appliedFunctions(owner))
  if (changed.length === 0 && !isMigrated) return []
  await inPatientTransaction(owner, async () => {
    await lockTables(owner)
    await replaceFunctions(owner, names, changed)
  })
  return changed
}
