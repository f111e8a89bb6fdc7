/** The two application roles as named in code. Row-level security distinguishes them; neither owns a table. */
export type DatabaseRole = 'portal_customer' | 'portal_staff'
/** Their names in the database. */
export type RoleNames = Record<DatabaseRole, string>

/** Roles belong to the whole PostgreSQL cluster, so a second portal there needs other names (OPS-2). */
export const roleNamesOf = (prefix: string): RoleNames => ({
  portal_customer: `${prefix}_customer`,
  portal_staff: `${prefix}_staff`,
})

/** The SQL files use the default names, which this replaces with the portal's own. */
export const withRoleNames = (sql: string, names: RoleNames): string =>
  sql.replace(/\bportal_(?:customer|staff)\b/g, (role) => names[role as DatabaseRole])
