import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { projectRoot } from '../process/config.ts'
import { ask, urlOf } from '../testing/fresh-database.ts'
import { connect } from './connect.ts'
import { urlOfDatabase } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { assertReady } from './readiness.ts'

/** The statements as an operator runs them, with other names, since the tests share their cluster. */
async function runAsAdministrator(file: string, prefix: string): Promise<void> {
  const admin = urlOfDatabase(inject('ownerUrl'), 'postgres')
  await ask(admin, `create role ${prefix}_admin login createrole createdb password 'secret'`)
  const text = readFileSync(join(projectRoot, 'deploy/sql', file), 'utf8')
    .replaceAll(/^--.*\n/gm, '')
    .replaceAll('portal_', `${prefix}_`)
    .replace('create database portal', `create database ${prefix}`)
    .replaceAll(/(?:OWNER|APP|GATE)_PASSWORD/g, 'secret')
  for (const statement of text.split(';\n').filter((part) => part.trim())) {
    const old = process.env.TEST_POSTGRES_BIN ? statement.replace(/locale_provider .* (?=locale)/, '') : statement
    await ask(urlOf(`${prefix}_admin`, 'postgres'), old)
  }
}

test.each(['roles.sql', 'roles-without-createrole.sql'])(
  'OPS-4 an administrator without superuser rights prepares a managed PostgreSQL with %s, and the portal is ready',
  async (file) => {
    const prefix = `m${randomBytes(5).toString('hex')}`
    await runAsAdministrator(file, prefix)
    const given = {
      ownerUrl: urlOf(`${prefix}_owner`, prefix),
      appUrl: urlOf(`${prefix}_app`, prefix),
      gateUrl: urlOf(`${prefix}_gate_login`, prefix),
      rolePrefix: prefix,
    }
    const [owner] = await ask(
      given.ownerUrl,
      'select rolsuper, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(owner).toEqual({ rolsuper: false, rolcreaterole: file === 'roles.sql' })
    await migrate(given)
    const database = connect(given)
    try {
      await assertReady(database)
    } finally {
      await database.end()
    }
  },
)
