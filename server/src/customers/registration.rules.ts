import { solvedChallenge } from '@portal/contract/customers/registration.ts'

/** Reads the solved challenge from the form. Returns null for anything else. */
export function readSolved(text: string) {
  try {
    return solvedChallenge.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
