import { StartError } from '../platform/start-error.ts'
import type { Database } from './connect.ts'

type Faults = { login: string; is_mighty: boolean; owns: boolean; is_unmigrated: boolean }
/**
 * Row-level security binds neither a table's owner nor a superuser. A portal that connected as one would work and protect nothing,
 * so it does not start.
 */
export async function assertSafeRoles(database: Database): Promise<void> {
  const [found] = await database.gate<Faults>(
    `select session_user as login, bool_or(rolsuper or rolbypassrls) as is_mighty, to_regclass('public.sessions') is null as is_unmigrated,
       exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles o on o.oid = c.relowner
         where n.nspname = 'public' and c.relkind = 'r' and o.rolname in (session_user, 'portal_customer', 'portal_staff')) as owns
     from pg_roles where rolname in (session_user, 'portal_customer', 'portal_staff')`,
    [],
  )
  if (found?.is_unmigrated) throw new StartError('The database is not migrated yet: run `npm run migrate`, or start with DATABASE_OWNER_URL.')
  if (found?.owns) throw new StartError(`The database user "${found.login}" owns tables of the portal. DATABASE_URL must name a user that owns none.`)
  if (found?.is_mighty)
    throw new StartError(`The database user "${found.login}" is a superuser or bypasses row-level security. DATABASE_URL must name an ordinary user.`)
}
