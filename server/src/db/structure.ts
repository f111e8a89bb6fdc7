import type pg from 'pg'

/** One catalogue entry: the table or function it belongs to, and its text. */
type Fact = { of: string; text: string }
type Section = { title: string; query: string }

const tables = `select oid, relname, relacl from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migrations', 'schema_functions')`
const quoted = (sql: string): string =>
  `'\`' || replace(regexp_replace(${sql}, '\\s+', ' ', 'g'), 'public.', '') || '\`'`
/** The application's roles. The owner has every right and is left out. */
const grantees = `(select oid, rolname from pg_roles where oid <> (select relowner from pg_class where oid = 'public.schema_migrations'::regclass))`

const columns = `
  select relname as of, '| ' || attname || ' | ' || format_type(atttypid, atttypmod) || case when attnotnull then '' else ', null' end || ' | '
    || case when attidentity <> '' then 'identity' when attgenerated <> '' then ${quoted('pg_get_expr(adbin, adrelid)')}
      when adbin is not null then 'default ' || ${quoted('pg_get_expr(adbin, adrelid)')} else '' end || ' |' as text
  from (${tables}) t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  order by relname collate "C", attnum`

/** `not null` is shown with its column; newer servers also list it as a constraint. */
const constraints = `
  select relname as of, '- ' || conname || ': ' || ${quoted('pg_get_constraintdef(c.oid, true)')} as text
  from (${tables}) t join pg_constraint c on conrelid = t.oid and contype in ('p', 'u', 'f', 'c', 'x')
  order by relname collate "C", position(contype in 'puxfc'), conname collate "C"`

const indexes = `
  select t.relname as of, '- ' || i.relname || ': ' || ${quoted(`regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX .* USING ', '\\1')`)} as text
  from (${tables}) t join pg_index on indrelid = t.oid join pg_class i on i.oid = indexrelid
  where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by t.relname collate "C", i.relname collate "C"`

const policies = `
  select relname as of, '- ' || polname || ', ' || array_to_string(array(select rolname from pg_roles where oid = any(polroles) order by 1), ', ') || ': '
    || ${quoted('pg_get_expr(polqual, polrelid, true)')} || coalesce(' with check ' || ${quoted('pg_get_expr(polwithcheck, polrelid, true)')}, '') as text
  from (${tables}) t join pg_policy on polrelid = t.oid order by relname collate "C", polname collate "C"`

/** Rights on the whole table by name, and rights on columns with the columns. */
const grants = `
  select relname as of, '- ' || rolname || ': ' || string_agg(granted, ', ' order by granted collate "C") as text
  from (
    select relname, rolname, lower(privilege_type) as granted
    from (${tables}) t, aclexplode(relacl) join ${grantees} r on r.oid = grantee
    union all
    select relname, rolname, lower(privilege_type) || ' (' || string_agg(attname, ', ' order by attnum) || ')'
    from (${tables}) t join pg_attribute on attrelid = t.oid, aclexplode(attacl) join ${grantees} r on r.oid = grantee
    group by relname, rolname, privilege_type
  ) rights group by relname, rolname order by relname collate "C", rolname collate "C"`

const triggers = `
  select relname as of, '- ' || tgname || '. ' || coalesce(obj_description(g.oid, 'pg_trigger'), 'Says nothing of its purpose.')
    || E'<br>\\n  ' || ${quoted(`regexp_replace(pg_get_triggerdef(g.oid, true), '^CREATE TRIGGER \\w+ ', '')`)} as text
  from (${tables}) t join pg_trigger g on tgrelid = t.oid and not tgisinternal order by relname collate "C", tgname collate "C"`

const functions = `
  select '' as of, '- \`' || proname || '(' || pg_get_function_arguments(p.oid) || ')\` returns ' || pg_get_function_result(p.oid) || ', ' || lanname
    || case provolatile when 's' then ', stable' when 'i' then ', immutable' else '' end
    || case when prosecdef then ', with the owner''s rights' else '' end
    || coalesce(', for ' || (select string_agg(rolname, ' and ' order by rolname) from aclexplode(proacl) join ${grantees} r on r.oid = grantee), '') as text
  from pg_proc p join pg_language l on l.oid = prolang
  where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  order by proname collate "C", pg_get_function_arguments(p.oid) collate "C"`

const sections: readonly Section[] = [
  { title: 'Constraints', query: constraints },
  { title: 'Indexes', query: indexes },
  { title: 'Rights', query: grants },
  { title: 'Policies', query: policies },
  { title: 'Triggers', query: triggers },
]

const ask = async (owner: pg.ClientBase, query: string): Promise<Map<string, string[]>> => {
  const { rows } = await owner.query<Fact>(query)
  return new Map([...Map.groupBy(rows, ({ of }) => of)].map(([of, facts]) => [of, facts.map(({ text }) => text)]))
}

const opening = `# The database as it is

Generated by \`npm run schema\` from a migrated database; a test checks that it is current. Tables come from \`migrations/\`;
functions, triggers and policies come from \`functions/\`.`

/** The portal's tables and functions as Markdown. */
export async function describeStructure(owner: pg.ClientBase): Promise<string> {
  const found: { title: string; facts: Map<string, string[]> }[] = []
  for (const { title, query } of sections) found.push({ title, facts: await ask(owner, query) })
  const pages = [...(await ask(owner, columns))].map(([table, lines]) => {
    const more = found.flatMap(({ title, facts }) =>
      facts.has(table) ? [`**${title}**\n${facts.get(table)?.join('\n')}`] : [],
    )
    return [`### ${table}`, `| column | type | |\n|---|---|---|\n${lines.join('\n')}`, ...more].join('\n\n')
  })
  const named = (await ask(owner, functions)).get('') ?? []
  return `${[opening, '## Tables', ...pages, '## Functions', named.join('\n')].join('\n\n')}\n`
}
