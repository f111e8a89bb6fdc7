import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { brandOfHost } from './brands.ts'
import { projectRoot, readConfig, settingNames } from './config.ts'
import { ConfigError } from './start-error.ts'

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('the environment', () => {
  it('works without any variable: embedded database, demo, loopback', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: `${projectRoot}/data`,
      database: { kind: 'embedded' },
      rolePrefix: 'portal',
      poolSize: 10,
      smtpUrl: null,
      filesUrl: pathToFileURL(`${projectRoot}/data/files`).href,
      publicUrl: 'http://localhost:8080',
      trustProxy: false,
      demo: true,
      role: 'all',
      metricsPort: null,
      keyRateLimit: 600,
      backup: { key: null, dir: null, time: '02:30', keepDays: 14, isTested: true },
      retention: { sessionDays: 0, mailDays: 365, importFileDays: null },
      auditArchive: null,
      audit: { keys: [], anchorFile: `${projectRoot}/data/audit-anchors.jsonl`, anchorUrl: null },
      logLevel: 'info',
    })
  })

  it('INTEG-4 reads how often a key may call, with 0 for no limit', () => {
    expect([
      readConfig({ KEY_RATE_LIMIT: '0' }).keyRateLimit,
      readConfig({ KEY_RATE_LIMIT: '120' }).keyRateLimit,
    ]).toEqual([0, 120])
    for (const wrong of ['-1', '1.5', 'many', '100001'])
      expect(faultsOf({ KEY_RATE_LIMIT: wrong })).toEqual([
        'KEY_RATE_LIMIT must be a whole number of calls a minute from 0 (no limit) to 100000.',
      ])
  })

  it('OPS-6 reads how long things are kept, with lower limits, and where the audit log is archived', () => {
    const given = { MAIL_KEEP_DAYS: '30', IMPORT_FILE_KEEP_DAYS: '730', SESSION_KEEP_DAYS: '7' }
    expect(readConfig(given).retention).toEqual({ sessionDays: 7, mailDays: 30, importFileDays: 730 })
    expect(readConfig({ AUDIT_KEEP_DAYS: '90', AUDIT_ARCHIVE_DIR: '/archives' }).auditArchive).toEqual({
      keepDays: 90,
      folder: '/archives',
    })
    const limits = { SESSION_KEEP_DAYS: 0, MAIL_KEEP_DAYS: 30, IMPORT_FILE_KEEP_DAYS: 30, AUDIT_KEEP_DAYS: 90 }
    for (const [name, least] of Object.entries(limits))
      for (const wrong of [String(least - 1), '1.5', 'a year', '36501'])
        expect(faultsOf({ [name]: wrong })).toEqual([`${name} must be a whole number of days from ${least} to 36500.`])
    const external = {
      DATABASE_URL: 'postgres://app:x@db/portal',
      AUDIT_KEEP_DAYS: '90',
      AUDIT_ARCHIVE_DIR: '/archives',
    }
    expect(faultsOf(external)).toEqual([
      'AUDIT_ARCHIVE_DIR is set, but the audit log is archived as the owner of the tables: set DATABASE_OWNER_URL as well.',
    ])
    expect(faultsOf({ ...external, ROLE: 'api' })).toEqual([])
    const together = 'AUDIT_KEEP_DAYS and AUDIT_ARCHIVE_DIR must be set together.'
    expect([faultsOf({ AUDIT_KEEP_DAYS: '365' }), faultsOf({ AUDIT_ARCHIVE_DIR: '/x' })]).toEqual([
      [together],
      [together],
    ])
  })

  it('OPS-2 reads the role prefix and the pool size', () => {
    expect(readConfig({ DATABASE_ROLE_PREFIX: 'fleet_2', DATABASE_POOL_SIZE: '25' })).toMatchObject({
      rolePrefix: 'fleet_2',
      poolSize: 25,
    })
    const prefix =
      'DATABASE_ROLE_PREFIX must be at most 40 lower-case letters, digits and underscores, begin with a letter, and not with pg_.'
    for (const wrong of ['Fleet', '1st', 'a-b', 'a;drop', 'pg', 'pg_own', 'x'.repeat(41)])
      expect(faultsOf({ DATABASE_ROLE_PREFIX: wrong })).toEqual([prefix])
    for (const wrong of ['0', '1', '201', 'ten', '-5'])
      expect(faultsOf({ DATABASE_POOL_SIZE: wrong })).toEqual([
        'DATABASE_POOL_SIZE must be a whole number from 2 to 200.',
      ])
    expect(faultsOf({ DATABASE_POOL_SIZE: '41' })).toEqual([
      'DATABASE_POOL_SIZE must be at most 40 with the embedded database.',
    ])
    expect(readConfig({ DATABASE_POOL_SIZE: '41', DATABASE_URL: 'postgres://app:x@db/portal' }).poolSize).toBe(41)
  })

  it('OPS-4 the sample of settings and the table in the docs name every one of them, and the sample is valid', () => {
    const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
    const sample = Object.fromEntries(
      [...read('deploy/portal.env').matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(settingNames.filter((name) => !(name in sample))).toEqual([])
    expect(settingNames.filter((name) => !read('docs/operations.md').includes(`| \`${name}\` |`))).toEqual([])
    expect(readConfig(sample)).toMatchObject({ trustProxy: 1, demo: false })
  })

  it('OPS-8 reads the address of a replica and how far it may be behind', () => {
    expect(readConfig({})).toMatchObject({ readUrl: null, readMaxLagSeconds: 10 })
    expect(readConfig({ DATABASE_READ_URL: 'postgres://app:x@db2/portal', DATABASE_READ_MAX_LAG: '30' })).toMatchObject(
      {
        readUrl: 'postgres://app:x@db2/portal',
        readMaxLagSeconds: 30,
      },
    )
    for (const wrong of ['0', '3601', 'ten', '1.5'])
      expect(faultsOf({ DATABASE_READ_MAX_LAG: wrong })).toEqual([
        'DATABASE_READ_MAX_LAG must be a whole number of seconds from 1 to 3600.',
      ])
    expect(faultsOf({ DATABASE_READ_URL: 'http://db2/portal' })).toHaveLength(1)
  })

  it('SEC-5 reads the keys of the audit log, the newest first, and where its anchors go', () => {
    const [fresh, old] = [Buffer.alloc(32, 1), Buffer.alloc(48, 2)]
    const AUDIT_KEY = `${fresh.toString('base64')}, ${old.toString('hex')}`
    const anchors = { AUDIT_ANCHOR_FILE: '/mnt/anchors/portal.jsonl', AUDIT_ANCHOR_URL: 'https://anchors.test/portal' }
    expect(readConfig({ AUDIT_KEY, ...anchors }).audit).toEqual({
      keys: [fresh, old],
      anchorFile: '/mnt/anchors/portal.jsonl',
      anchorUrl: 'https://anchors.test/portal',
    })
    expect(faultsOf({ AUDIT_KEY: `${fresh.toString('base64')},short` })).toEqual([
      'AUDIT_KEY must be at least 32 random bytes in base64 or hex, as `openssl rand -base64 32` makes them.',
    ])
    expect(faultsOf({ AUDIT_ANCHOR_URL: 'http://anchors.test' })).toHaveLength(1)
  })

  it('OPS-1 reads the settings of backups', () => {
    const key = Buffer.alloc(32, 7)
    const given = { BACKUP_DIR: 'kept', BACKUP_TIME: '23:05', BACKUP_KEEP: '30', BACKUP_TEST: 'off' }
    for (const text of [key.toString('hex'), key.toString('base64'), key.toString('base64url')])
      expect(readConfig({ ...given, BACKUP_KEY: text }).backup).toEqual({
        key,
        dir: `${projectRoot}/kept`,
        time: '23:05',
        keepDays: 30,
        isTested: false,
      })
    const wrong =
      'BACKUP_KEY must be at least 32 random bytes in base64 or hex, as `openssl rand -base64 32` makes them.'
    for (const text of ['secret', 'a'.repeat(42), 'two words of some length that are no key at all'])
      expect(faultsOf({ BACKUP_KEY: text })).toEqual([wrong])
    const time = 'BACKUP_TIME must be a time of day in UTC, such as 02:30.'
    for (const text of ['24:00', '2:30', '02:60', 'noon']) expect(faultsOf({ BACKUP_TIME: text })).toEqual([time])
    const days = 'BACKUP_KEEP must be a whole number of days from 1 to 3650.'
    for (const text of ['0', '-1', '3651', 'all']) expect(faultsOf({ BACKUP_KEEP: text })).toEqual([days])
  })

  it('OPS-1 refuses scheduled backups in a worker that is not the owner', () => {
    const given = { DATABASE_URL: 'postgres://app:x@db/portal', BACKUP_DIR: '/srv/backups' }
    expect(faultsOf({ ...given, ROLE: 'worker' })).toEqual([
      'BACKUP_DIR is set, but scheduled backups run as the owner of the tables: set DATABASE_OWNER_URL as well.',
    ])
    expect(faultsOf({ ...given, ROLE: 'api' })).toEqual([])
    expect(faultsOf({ ...given, DATABASE_OWNER_URL: 'postgres://owner:x@db/portal' })).toEqual([])
  })

  it('treats an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', BRANDS: '' })).toEqual(readConfig({}))
  })

  it('does not seed the demo into an external database by default', () => {
    const external = { DATABASE_URL: 'postgres://app:x@db/portal', DATABASE_OWNER_URL: 'postgres://owner:x@db/portal' }
    expect(readConfig(external)).toMatchObject({
      demo: false,
      database: {
        kind: 'external',
        appUrl: external.DATABASE_URL,
        gateUrl: null,
        ownerUrl: external.DATABASE_OWNER_URL,
      },
    })
    expect(readConfig({ ...external, DEMO: 'on' }).demo).toBe(true)
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
  })

  it('resolves folders from the project root, and stores files in a folder or a bucket', () => {
    expect(readConfig({ DATA_DIR: 'elsewhere' }).filesUrl).toBe(pathToFileURL(`${projectRoot}/elsewhere/files`).href)
    expect(readConfig({ FILES_URL: '/srv/files' }).filesUrl).toBe('file:///srv/files')
    expect(readConfig({ FILES_URL: 'file:///srv/files' }).filesUrl).toBe('file:///srv/files')
    expect(readConfig({ FILES_URL: 's3://bucket/cards' }).filesUrl).toBe('s3://bucket/cards')
  })

  it.each([
    ['2', 2],
    ['0', false],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['loopback', ['loopback']],
  ])('trusts the proxies of TRUST_PROXY=%s', (given, expected) => {
    expect(readConfig({ TRUST_PROXY: given }).trustProxy).toEqual(expected)
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ HOST: 'a b' }, 'HOST must be an address to listen on, such as 127.0.0.1 or 0.0.0.0.'],
    [{ ROLE: 'boss' }, 'ROLE must be one of all, api, worker.'],
    [{ DEMO: 'yes' }, 'DEMO must be one of on, off.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    [{ METRICS_PORT: '8080' }, 'METRICS_PORT must differ from PORT: metrics are not for the public.'],
    [{ FILES_URL: 'ftp://files' }, 'FILES_URL must be a folder, a file: address or s3://bucket/prefix.'],
    [
      { SMTP_URL: 'mail.example.com' },
      'SMTP_URL must be an address that begins with smtp:// or smtps:// and names a host.',
    ],
    [
      { TRUST_PROXY: 'true' },
      'TRUST_PROXY must be the number of proxies in front of the portal or a comma list of their addresses.',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY must be the number of proxies in front of the portal or a comma list of their addresses.',
    ],
    [
      { PUBLIC_URL: 'https://a.test/x' },
      'PUBLIC_URL must be an http or https address without a path, such as "https://cards.example.com".',
    ],
    [{ BRANDS: '{' }, 'BRANDS must be JSON.'],
    [{ BRANDS: '[]' }, 'BRANDS must be a JSON object, brand to settings.'],
    [
      { BRANDS: '{"shell":{}}' },
      'BRANDS knows no brand "shell"; the brands are freshfuels, combpetro, combinepetro, fleets.',
    ],
    [{ BRANDS: '{"fleets":{"host":"a.test"}}' }, 'BRANDS knows no "host" (at fleets).'],
    [
      { BRANDS: '{"fleets":{"hosts":["localhost"],"publicUrl":"https://a.test"}}' },
      'BRANDS gives the host "localhost" to both freshfuels and fleets.',
    ],
    [
      { BRANDS: '{"fleets":{"hosts":["a.test"]}}' },
      'BRANDS names hosts for fleets without a publicUrl: links in mails need one (or set PUBLIC_URL).',
    ],
  ])('says what is wrong with %o', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault])
  })

  it('reports every error at once and repeats no password', () => {
    const faults = faultsOf({ PORT: 'x', ROLE: 'x', DATABASE_URL: 'mysql://app:Secret@db/portal' })
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'DATABASE_URL', 'ROLE'])
    expect(faults.join()).not.toContain('Secret')
  })

  it('rejects an owner URL without the URL that serves requests', () => {
    expect(faultsOf({ DATABASE_OWNER_URL: 'postgres://owner:Secret@db/portal' })).toEqual([
      'DATABASE_OWNER_URL is set without DATABASE_URL: the portal serves requests as the role of DATABASE_URL.',
    ])
  })
})

describe('brands', () => {
  const { brands } = readConfig({})

  it.each([
    ['localhost:8080', 'freshfuels'],
    ['combpetro.localhost', 'combpetro'],
    ['combinepetro.localhost:8080', 'combinepetro'],
    ['FLEETS.localhost:1', 'fleets'],
    ['fleets.localhost.', 'fleets'],
    ['portal.example.com', 'freshfuels'],
  ])('BRAND-1: the host %s picks %s', (host, brand) => {
    expect(brandOfHost(brands, host)).toBe(brand)
  })

  it('BRAND-1: the table is configuration, merged over the defaults', () => {
    const configured = readConfig({
      BRANDS: '{"combpetro":{"hosts":["Cards.Comb.test"],"publicUrl":"https://cards.comb.test/"}}',
    }).brands
    expect(brandOfHost(configured, 'cards.comb.test')).toBe('combpetro')
    expect(brandOfHost(configured, 'combpetro.localhost')).toBe('freshfuels')
    expect(brandOfHost(configured, 'fleets.localhost')).toBe('fleets')
    expect(configured.combpetro.publicUrl).toBe('https://cards.comb.test')
  })

  it('BRAND-3: every brand has a public address, its own or PUBLIC_URL', () => {
    expect(readConfig({ PORT: '9000' }).brands.fleets.publicUrl).toBe('http://fleets.localhost:9000')
    const configured = readConfig({
      PUBLIC_URL: 'https://portal.test',
      BRANDS: '{"fleets":{"publicUrl":"https://fleets.test"}}',
    })
    expect(configured.brands.combpetro.publicUrl).toBe('https://portal.test')
    expect(configured.brands.fleets.publicUrl).toBe('https://fleets.test')
    expect(configured.publicUrl).toBe('https://portal.test')
  })

  it('BRAND-4: a brand may use external pages for sign-up and password reset', () => {
    const { fleets, combpetro } = readConfig({
      BRANDS: '{"fleets":{"signUpUrl":"https://a.test/join","forgotPasswordUrl":"https://a.test/f"}}',
    }).brands
    expect(fleets).toMatchObject({ signUpUrl: 'https://a.test/join', forgotPasswordUrl: 'https://a.test/f' })
    expect(combpetro).not.toHaveProperty('signUpUrl')
    expect(faultsOf({ BRANDS: '{"fleets":{"signUpUrl":"javascript:alert(1)"}}' })).toEqual([
      'BRANDS must be an http or https address (at fleets.signUpUrl).',
    ])
  })

  it.each([
    undefined,
    '',
    'fleets.localhost/../x',
    'fleets.localhost@evil.test',
    'evil.test?fleets.localhost',
    '"><script>alert(1)</script>',
    'fleets.localhost:8080:1',
    'fleets.localhost:abc',
    ' fleets.localhost\r\nX: 1',
    'fleets.localhost\u0000',
    '__proto__',
    'constructor',
    `${'a.'.repeat(5000)}localhost`,
  ])('BRAND-5: a hostile Host header %j means the default brand', (host) => {
    expect(brandOfHost(brands, host)).toBe('freshfuels')
  })
})
