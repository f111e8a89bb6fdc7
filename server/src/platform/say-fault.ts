import { ConfigError } from '../config.ts'
import { StartError } from './start-error.ts'

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'])
/** PostgreSQL's classes for a wrong name or password, a missing database, and a server that is going away. */
const refusing = /^(28|3D|57P)/

const unmigrated = /pg-boss is not installed|role "portal_(customer|staff)"|invalid value for parameter "role"/

/** What ended a start or a command, as sentences for the person at the terminal. The stack is for LOG_LEVEL=debug. */
export function faultSentences(error: unknown): string[] {
  if (error instanceof ConfigError) return error.faults
  if (error instanceof StartError) return [error.message]
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  if (unreachable.has(code)) return [`The database cannot be reached (${message || code}): check DATABASE_URL and DATABASE_OWNER_URL.`]
  if (refusing.test(code)) return [`The database refuses the connection (${message}): check DATABASE_URL and DATABASE_OWNER_URL.`]
  if (unmigrated.test(message)) return ['The database is not migrated yet: run `npm run migrate`, or start with DATABASE_OWNER_URL.']
  return [`Unexpected fault: ${message}`]
}

export function sayFault(error: unknown): void {
  for (const sentence of faultSentences(error)) console.error(sentence)
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) console.error(error)
}
