import type { Challenge } from '@portal/contract/customers/registration.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Solves it and answers what the service wants to see: challenge and solution as JSON in base64. */
export async function solve(challenge: Challenge): Promise<string> {
  // Browsers compute only on pages that nobody could have changed on the way.
  if (!globalThis.crypto?.subtle) throw new Error('Registration needs a secure connection. Open this page with https.')
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('company.challenge')
  return btoa(JSON.stringify({ challenge, solution }))
}
