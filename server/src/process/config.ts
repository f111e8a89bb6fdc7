import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { minPassword } from '@portal/contract/password-length.ts'
import { z } from 'zod'
import { type BrandTable, brandTable, givenBrands, originUrl } from './brands.ts'
import { ConfigError } from './start-error.ts'

export const projectRoot = resolve(fileURLToPath(import.meta.url), '../../../..')

/** The default prefix of the database roles' names (OPS-2). */
export const defaultRolePrefix = 'portal'
/** Connections per role. */
export const defaultPoolSize = 10

/** How many days after its end something is kept (OPS-6). */
export type Retention = {
  sessionDays: number
  mailDays: number
  /** Null keeps the files for ever. */
  importFileDays: number | null
}

/** Without an address of its own, the gate shares the login of `appUrl` (SEC-4). */
type ExternalDatabase = {
  kind: 'external'
  appUrl: string
  gateUrl: string | null
  ownerUrl: string | null
}

export type Config = {
  port: number
  host: string
  dataDir: string
  /** Without an owner URL the portal neither migrates nor seeds. */
  database: { kind: 'embedded' } | ExternalDatabase
  /** The roles are PREFIX_customer, PREFIX_staff and PREFIX_gate. */
  rolePrefix: string
  /** Of the passwords that people choose for themselves (SEC-6). */
  passwordMinLength: number
  /** Connections for each of the two roles of requests. */
  poolSize: number
  /** A streaming replica for lists and reports, and how far it may be behind (OPS-8). */
  readUrl: string | null
  readMaxLagSeconds: number
  smtpUrl: string | null
  /** A `file:` or `s3:` URL. */
  filesUrl: string
  brands: BrandTable
  publicUrl: string
  /** Fastify's option: false, a number of hops, or the proxies' addresses. */
  trustProxy: false | number | string[]
  demo: boolean
  role: 'all' | 'api' | 'worker'
  metricsPort: number | null
  secondFactor: SecondFactorSettings
  /** A MaxMind database of addresses, which names the places of sessions (SEC-2). */
  geoipFile: string | null
  /** Calls a minute of one service key in one process; 0 for no limit (INTEG-4). */
  keyRateLimit: number
  backup: BackupSettings
  retention: Retention
  /** How much of the audit log stays in the database, and where older months go. */
  auditArchive: { keepDays: number; folder: string } | null
  /** A `mailto:` or `https:` address for reports of vulnerabilities. */
  securityContact: string | null
  audit: AuditSettings
  /** Whether webhooks may use http and addresses that are not public (INTEG-3). */
  webhooks: { allowsPrivate: boolean }
  logLevel: (typeof logLevels)[number]
}

/** Of whom a second factor is demanded, and the key that the secrets of authenticator apps are stored under (SEC-1). */
export type SecondFactorSettings = { demandedOf: 'off' | 'staff' | 'all'; key: Buffer | null }

/** Without a folder there are no scheduled backups; the command works all the same (OPS-1). */
export type BackupSettings = {
  /** Null: the key in DATA_DIR/backup.key. */
  key: Buffer | null
  dir: string | null
  /** The time of day in UTC, such as 02:30. */
  time: string
  keepDays: number
  isTested: boolean
}

/** How the audit log is signed, and where its end is written outside of the database (SEC-5). */
type AuditSettings = {
  /** The first one signs. The key in DATA_DIR/audit.key follows. */
  keys: Buffer[]
  anchorFile: string
  anchorUrl: string | null
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const roles = ['all', 'api', 'worker'] as const
const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 1 to 65535')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65535, 'must be a whole number from 1 to 65535')

const oneOf = <const T extends readonly [string, ...string[]]>(choices: T) =>
  z.enum(choices, `must be one of ${choices.join(', ')}`)

const urlOf = (schemes: string[]) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text)
      return (
        url !== null &&
        schemes.includes(url.protocol.slice(0, -1)) &&
        (url.hostname !== '' || url.searchParams.has('host'))
      )
    },
    `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')} and names a host`,
  )

/** Used in statements without quotes; PostgreSQL reserves names that begin with pg_. */
const rolePrefix = z
  .string()
  .regex(
    /^(?!pg(_|$))[a-z][a-z0-9_]{0,39}$/,
    'must be at most 40 lower-case letters, digits and underscores, begin with a letter, and not with pg_',
  )

const callsAMinute = 'must be a whole number of calls a minute from 0 (no limit) to 100000'
const keyRateLimit = z
  .string()
  .regex(/^\d{1,6}$/, callsAMinute)
  .transform(Number)
  .refine((value) => value <= 100_000, callsAMinute)

const poolSize = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number from 2 to 200')
  .transform(Number)
  .refine((value) => value >= 2 && value <= 200, 'must be a whole number from 2 to 200')
const passwordLengths = `must be a whole number from ${minPassword} to 64`
const passwordLength = z
  .string()
  .regex(/^\d{2}$/, passwordLengths)
  .transform(Number)
  .refine((value) => value >= minPassword && value <= 64, passwordLengths)
const maxLag = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a whole number of seconds from 1 to 3600')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 3600, 'must be a whole number of seconds from 1 to 3600')
/** The embedded server accepts 100 connections; its pools, the jobs and the commands share them. */
const embeddedPoolLimit = 40

const days = (least: number) => {
  const sentence = `must be a whole number of days from ${least} to 36500`
  return z
    .string()
    .regex(/^\d{1,5}$/, sentence)
    .transform(Number)
    .refine((value) => value >= least && value <= 36_500, sentence)
}

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('must be JSON')
    return z.NEVER
  }
})

const contact = z
  .string()
  .regex(
    /^(https:\/\/[^\s/]+\S*|[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+)$/,
    'must be an e-mail address or an address that begins with https://',
  )
  .transform((text) => (text.includes('://') ? text : `mailto:${text}`))

const keyBytes = 32
/** At least 32 bytes in base64 or hex; null if the text is no such key. */
export function readKey(text: string): Buffer | null {
  const key = Buffer.from(text, /^[0-9a-f]{64,}$/i.test(text) ? 'hex' : 'base64')
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && key.length >= keyBytes ? key : null
}
const keyFault = `must be at least ${keyBytes} random bytes in base64 or hex, as \`openssl rand -base64 32\` makes them`
/** Several are separated by commas. */
const secretKeys = z.string().transform((text, context): Buffer[] => {
  const keys = text.split(',').map((part) => readKey(part.trim()))
  if (keys.every((key) => key !== null)) return keys
  context.addIssue(keyFault)
  return z.NEVER
})
const secretKey = z.string().transform((text, context): Buffer => {
  const key = readKey(text)
  if (key) return key
  context.addIssue(keyFault)
  return z.NEVER
})
const keptDays = 'must be a whole number of days from 1 to 3650'

const isProxyAddress = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (!version || rest.length > 0) return proxyNames.includes(text)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
const proxy = z.string().transform((text, context): false | number | string[] => {
  if (/^\d{1,2}$/.test(text)) return Number(text) || false
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.every(isProxyAddress)) return addresses
  context.addIssue('must be the number of proxies in front of the portal or a comma list of their addresses')
  return z.NEVER
})

const environment = z.object({
  PORT: port.default(8080),
  // The demo's passwords are public, so it is reachable only from this machine until HOST is set.
  HOST: z
    .string()
    .regex(/^[a-zA-Z0-9.:-]+$/, 'must be an address to listen on, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: urlOf(['postgres', 'postgresql']).optional(),
  DATABASE_GATE_URL: urlOf(['postgres', 'postgresql']).optional(),
  DATABASE_OWNER_URL: urlOf(['postgres', 'postgresql']).optional(),
  DATABASE_ROLE_PREFIX: rolePrefix.default(defaultRolePrefix),
  DATABASE_POOL_SIZE: poolSize.default(defaultPoolSize),
  DATABASE_READ_URL: urlOf(['postgres', 'postgresql']).optional(),
  DATABASE_READ_MAX_LAG: maxLag.default(10),
  PASSWORD_MIN_LENGTH: passwordLength.default(minPassword),
  SMTP_URL: urlOf(['smtp', 'smtps']).optional(),
  FILES_URL: z.string().optional(),
  BRANDS: json.pipe(givenBrands).default({}),
  PUBLIC_URL: originUrl.optional(),
  TRUST_PROXY: proxy.default(false),
  DEMO: oneOf(['on', 'off']).optional(),
  ROLE: oneOf(roles).default('all'),
  METRICS_PORT: port.optional(),
  KEY_RATE_LIMIT: keyRateLimit.default(600),
  BACKUP_KEY: secretKey.optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in UTC, such as 02:30')
    .default('02:30'),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,4}$/, keptDays)
    .transform(Number)
    .refine((days) => days >= 1 && days <= 3650, keptDays)
    .default(14),
  BACKUP_TEST: oneOf(['weekly', 'off']).default('weekly'),
  SECOND_FACTOR: oneOf(['off', 'staff', 'all']).default('off'),
  SECOND_FACTOR_KEY: secretKey.optional(),
  GEOIP_FILE: z.string().optional(),
  SESSION_KEEP_DAYS: days(0).default(0),
  MAIL_KEEP_DAYS: days(30).default(365),
  IMPORT_FILE_KEEP_DAYS: days(30).optional(),
  AUDIT_KEEP_DAYS: days(90).optional(),
  AUDIT_ARCHIVE_DIR: z.string().optional(),
  SECURITY_CONTACT: contact.optional(),
  AUDIT_KEY: secretKeys.optional(),
  AUDIT_ANCHOR_FILE: z.string().optional(),
  AUDIT_ANCHOR_URL: urlOf(['https']).optional(),
  WEBHOOK_ALLOW_PRIVATE: oneOf(['on', 'off']).default('off'),
  LOG_LEVEL: oneOf(logLevels).default('info'),
})
type Environment = z.output<typeof environment>
export const settingNames = Object.keys(environment.shape)

/** A folder (absolute or relative to the project root) becomes a `file:` URL; an `s3:` URL stays unchanged. */
function filesUrl(given: string | undefined, dataDir: string, faults: string[]): string {
  if (given === undefined) return pathToFileURL(resolve(dataDir, 'files')).href
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(given)?.[1]?.toLowerCase()
  if (scheme === undefined) return pathToFileURL(resolve(projectRoot, given)).href
  const url = URL.parse(given)
  const isGood = scheme === 's3' ? Boolean(url?.hostname) : scheme === 'file' && url?.hostname === ''
  if (!isGood || !url) faults.push('FILES_URL must be a folder, a file: address or s3://bucket/prefix.')
  return url?.href ?? given
}

function databaseOf(env: Environment, faults: string[]): Config['database'] {
  const { DATABASE_URL: appUrl, DATABASE_GATE_URL: gateUrl = null, DATABASE_OWNER_URL: ownerUrl = null } = env
  if (appUrl) return { kind: 'external', appUrl, gateUrl, ownerUrl }
  const without = ownerUrl ? 'DATABASE_OWNER_URL' : gateUrl ? 'DATABASE_GATE_URL' : null
  if (without)
    faults.push(`${without} is set without DATABASE_URL: the portal serves requests as the role of DATABASE_URL.`)
  return { kind: 'embedded' }
}

/** Some jobs run as the owner of the tables, in the processes that run jobs. */
function demandOwner(
  variable: 'BACKUP_DIR' | 'AUDIT_ARCHIVE_DIR',
  what: string,
  env: Environment,
  database: Config['database'],
  faults: string[],
): void {
  if (env[variable] && env.ROLE !== 'api' && database.kind === 'external' && !database.ownerUrl)
    faults.push(`${variable} is set, but ${what} as the owner of the tables: set DATABASE_OWNER_URL as well.`)
}

function backupOf(env: Environment, database: Config['database'], faults: string[]): BackupSettings {
  const { BACKUP_KEY, BACKUP_DIR, BACKUP_TIME, BACKUP_KEEP, BACKUP_TEST } = env
  demandOwner('BACKUP_DIR', 'scheduled backups run', env, database, faults)
  return {
    key: BACKUP_KEY ?? null,
    dir: BACKUP_DIR ? resolve(projectRoot, BACKUP_DIR) : null,
    time: BACKUP_TIME,
    keepDays: BACKUP_KEEP,
    isTested: BACKUP_TEST === 'weekly',
  }
}

function auditArchiveOf(env: Environment, database: Config['database'], faults: string[]): Config['auditArchive'] {
  const { AUDIT_KEEP_DAYS: keepDays, AUDIT_ARCHIVE_DIR: folder } = env
  demandOwner('AUDIT_ARCHIVE_DIR', 'the audit log is archived', env, database, faults)
  if (keepDays !== undefined && folder !== undefined) return { keepDays, folder: resolve(projectRoot, folder) }
  if (keepDays !== undefined || folder !== undefined)
    faults.push('AUDIT_KEEP_DAYS and AUDIT_ARCHIVE_DIR must be set together.')
  return null
}

const auditOf = (env: Environment, dataDir: string): AuditSettings => ({
  keys: env.AUDIT_KEY ?? [],
  anchorFile: env.AUDIT_ANCHOR_FILE
    ? resolve(projectRoot, env.AUDIT_ANCHOR_FILE)
    : join(dataDir, 'audit-anchors.jsonl'),
  anchorUrl: env.AUDIT_ANCHOR_URL ?? null,
})

const sentence = (issue: z.core.$ZodIssue): string => {
  const [variable, ...inner] = issue.path.map(String)
  return `${variable} ${issue.message}${inner.length > 0 ? ` (at ${inner.join('.')})` : ''}.`
}

/** Reads the environment. An empty variable counts as not set, since compose files pass unset variables as empty. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = settingNames.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : []))
  const parsed = environment.safeParse(Object.fromEntries(given))
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(sentence))
  const values = parsed.data
  const faults: string[] = []
  const dataDir = resolve(projectRoot, values.DATA_DIR)
  const { table, faults: brandFaults } = brandTable(values.BRANDS, values.PUBLIC_URL ?? null, values.PORT)
  faults.push(...brandFaults)
  const database = databaseOf(values, faults)
  if (database.kind === 'embedded' && values.DATABASE_POOL_SIZE > embeddedPoolLimit)
    faults.push(`DATABASE_POOL_SIZE must be at most ${embeddedPoolLimit} with the embedded database.`)
  if (values.METRICS_PORT === values.PORT)
    faults.push('METRICS_PORT must differ from PORT: metrics are not for the public.')
  const config: Config = {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    database,
    rolePrefix: values.DATABASE_ROLE_PREFIX,
    passwordMinLength: values.PASSWORD_MIN_LENGTH,
    poolSize: values.DATABASE_POOL_SIZE,
    readUrl: values.DATABASE_READ_URL ?? null,
    readMaxLagSeconds: values.DATABASE_READ_MAX_LAG,
    smtpUrl: values.SMTP_URL ?? null,
    filesUrl: filesUrl(values.FILES_URL, dataDir, faults),
    brands: table,
    publicUrl: values.PUBLIC_URL ?? table.freshfuels.publicUrl,
    trustProxy: values.TRUST_PROXY,
    demo: values.DEMO ? values.DEMO === 'on' : database.kind === 'embedded',
    role: values.ROLE,
    metricsPort: values.METRICS_PORT ?? null,
    secondFactor: { demandedOf: values.SECOND_FACTOR, key: values.SECOND_FACTOR_KEY ?? null },
    geoipFile: values.GEOIP_FILE ? resolve(projectRoot, values.GEOIP_FILE) : null,
    keyRateLimit: values.KEY_RATE_LIMIT,
    backup: backupOf(values, database, faults),
    retention: {
      sessionDays: values.SESSION_KEEP_DAYS,
      mailDays: values.MAIL_KEEP_DAYS,
      importFileDays: values.IMPORT_FILE_KEEP_DAYS ?? null,
    },
    auditArchive: auditArchiveOf(values, database, faults),
    securityContact: values.SECURITY_CONTACT ?? null,
    audit: auditOf(values, dataDir),
    webhooks: { allowsPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'on' },
    logLevel: values.LOG_LEVEL,
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
