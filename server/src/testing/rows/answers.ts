import type { Ask } from '../test-app.ts'

/**
 * Callers of every endpoint: one without a session, two without permissions, and users with permissions at three
 * companies.
 */
export const everyone = [
  'stranger',
  'userWithoutAccess',
  'staffWithoutAccess',
  'desk',
  'northline',
  'prairie',
  'clerk',
  'staff',
] as const
export type Who = (typeof everyone)[number]
export type Answers = Record<Who, number>
export type EndpointRow = {
  answers: Answers
  call?: (who: Who) => Promise<Ask>
  /** The status for a record that does not exist. */
  unknown?: number
  endsSession?: true
}

export const signedIn = (status: number): Answers => ({
  stranger: 401,
  userWithoutAccess: status,
  staffWithoutAccess: status,
  desk: status,
  northline: status,
  prairie: status,
  clerk: status,
  staff: status,
})
export const anyone = (status: number): Answers => ({ ...signedIn(status), stranger: status })
/** Calls for the provider only, made here by its Admin. */
export const staffOnly = (status: number): Answers => ({ ...signedIn(403), staff: status })
export const denied = { stranger: 401, userWithoutAccess: 403, staffWithoutAccess: 403 } as const
/** For those with access to reporting. */
export const reporting = (status: number, foreign = status) => ({
  ...denied,
  desk: 403,
  northline: foreign,
  prairie: foreign,
  clerk: 403,
  staff: status,
})
