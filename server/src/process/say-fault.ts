import { fileReason } from './file-fault.ts'
import { ConfigError, StartError } from './start-error.ts'

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'])
/** PostgreSQL's error classes for wrong credentials, a missing database and a server that is shutting down. */
const refusing = /^(28|3D|57P)/

/** The driver's messages when a server accepts the connection or packets but does not reply, or ends it. */
const silent =
  /timeout expired|timeout exceeded when trying to connect|Connection terminated|encountered a connection error|Query read timeout/

/** Explains why a start or command failed, in sentences for the terminal. LOG_LEVEL=debug adds the stack. */
export function faultSentences(error: unknown): string[] {
  if (error instanceof ConfigError) return error.faults
  if (error instanceof StartError) return [error.message]
  const { code = '', message = String(error), path } = error as NodeJS.ErrnoException
  if (unreachable.has(code))
    return [`The database cannot be reached (${message || code}): check DATABASE_URL and DATABASE_OWNER_URL.`]
  if (refusing.test(code))
    return [`The database refuses the connection (${message}): check DATABASE_URL and DATABASE_OWNER_URL.`]
  if (silent.test(message))
    return [
      'The database does not answer (the connection was taken or its packets were dropped): check DATABASE_URL, DATABASE_OWNER_URL and what stands between.',
    ]
  const reason = fileReason(error as NodeJS.ErrnoException)
  return [reason && path ? `${path} cannot be used (${reason}).` : `Unexpected error: ${message}`]
}

export function sayFault(error: unknown): void {
  for (const sentence of faultSentences(error)) console.error(sentence)
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) console.error(error)
}
