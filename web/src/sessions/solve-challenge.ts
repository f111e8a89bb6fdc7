import type { Challenge } from '@portal/contract/customers/registration.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Solves the challenge and returns what the service expects: challenge and solution as base64 JSON. */
export async function solve(challenge: Challenge): Promise<string> {
  // Browsers offer `crypto.subtle` only on secure pages.
  if (!globalThis.crypto?.subtle) throw new Error('Registration needs a secure connection. Open this page with https.')
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('company.challenge')
  return btoa(JSON.stringify({ challenge, solution }))
}
