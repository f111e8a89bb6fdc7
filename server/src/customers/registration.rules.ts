import { solvedChallenge } from '@portal/contract/customers/registration.ts'

/** The solved challenge that a form sent, or null for anything that is none. */
export function readSolved(text: string) {
  try {
    return solvedChallenge.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
