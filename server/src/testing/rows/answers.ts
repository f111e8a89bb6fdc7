import type { Ask } from '../test-app.ts'

/** Who calls every endpoint: a stranger, people without permissions, and people with them at three companies. */
export const everyone = ['stranger', 'nobody', 'nobodyStaff', 'desk', 'northline', 'prairie', 'clerk', 'staff'] as const
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
  nobody: status,
  nobodyStaff: status,
  desk: status,
  northline: status,
  prairie: status,
  clerk: status,
  staff: status,
})
export const anyone = (status: number): Answers => ({ ...signedIn(status), stranger: status })
/** The provider's own business, which its Admin does here. */
export const staffOnly = (status: number): Answers => ({ ...signedIn(403), staff: status })
export const denied = { stranger: 401, nobody: 403, nobodyStaff: 403 } as const
