/** The two application roles as the code knows them. Row-level security tells them apart; neither owns a table. */
export type DatabaseRole = 'portal_customer' | 'portal_staff'
/** What they are called in the database. */
export type RoleNames = Record<DatabaseRole, string>

/** Roles belong to a whole PostgreSQL cluster, so a second portal there has names of its own (OPS-2). */
export const roleNamesOf = (prefix: string): RoleNames => ({
  portal_customer: `${prefix}_customer`,
  portal_staff: `${prefix}_staff`,
})

/** The migrations are written with the default names and applied with those of this portal. */
export const withRoleNames = (sql: string, names: RoleNames): string =>
  sql.replace(/\bportal_(?:customer|staff)\b/g, (role) => names[role as DatabaseRole])
