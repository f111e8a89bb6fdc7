import { ConfigError, StartError } from './start-error.ts'

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'])
/** PostgreSQL's classes for a wrong name or password, a missing database, and a server that is going away. */
const refusing = /^(28|3D|57P)/

/** The driver's words for a server that took the connection, or its packets, and said nothing. */
const silent = /timeout expired|timeout exceeded when trying to connect|Connection terminated|Query read timeout/

/** What ended a start or a command, as sentences for the person at the terminal. The stack is for LOG_LEVEL=debug. */
export function faultSentences(error: unknown): string[] {
  if (error instanceof ConfigError) return error.faults
  if (error instanceof StartError) return [error.message]
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  if (unreachable.has(code))
    return [`The database cannot be reached (${message || code}): check DATABASE_URL and DATABASE_OWNER_URL.`]
  if (refusing.test(code))
    return [`The database refuses the connection (${message}): check DATABASE_URL and DATABASE_OWNER_URL.`]
  if (silent.test(message))
    return [
      'The database does not answer (the connection was taken or its packets were dropped): check DATABASE_URL, DATABASE_OWNER_URL and what stands between.',
    ]
  return [`Unexpected fault: ${message}`]
}

export function sayFault(error: unknown): void {
  for (const sentence of faultSentences(error)) console.error(sentence)
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) console.error(error)
}
