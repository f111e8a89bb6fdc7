/** The roles that requests run as. Row-level security distinguishes them; neither owns a table. */
export type DatabaseRole = 'portal_customer' | 'portal_staff'
/** The third role opens sessions and reads hashes and secrets. It does so only by functions, and reads no table (SEC-4). */
export type PoolRole = DatabaseRole | 'portal_gate'
/** Their names in the database. */
export type RoleNames = Record<PoolRole, string>

/** Roles belong to the whole PostgreSQL cluster, so a second portal there needs other names (OPS-2). */
export const roleNamesOf = (prefix: string): RoleNames => ({
  portal_customer: `${prefix}_customer`,
  portal_staff: `${prefix}_staff`,
  portal_gate: `${prefix}_gate`,
})

/** The SQL files use the default names, which this replaces with the portal's own. */
export const withRoleNames = (sql: string, names: RoleNames): string =>
  sql.replace(/\bportal_(?:customer|staff|gate)\b/g, (role) => names[role as PoolRole])
