import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { expect } from 'vitest'
import { demoPassword } from '../../demo/demo.queries.ts'
import { codeOf, stepAt } from '../../sessions/factors/totp.ts'
import type { Answer, TestApp } from '../test-app.ts'

/** Reads base32 as an authenticator app does. */
export function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export type SessionHeaders = Record<string, string>
export const headersFrom = ({ headers }: Answer): SessionHeaders => ({ authorization: String(headers.authorization) })

/** Signing in and setting up second factors by calls, at the test's clock. */
export function secondSteps({ ask, clock }: Pick<TestApp, 'ask' | 'clock'>) {
  const codeFrom = (secret: string, steps = 0) => codeOf(bytesOfBase32(secret), stepAt(clock.now) + steps)
  const login = (username: string, headers: SessionHeaders = {}, password = demoPassword) =>
    ask(null, session.login, { body: { username, password }, headers })
  const answer = (challenge: string, given: object) => ask(null, secondFactor.signIn, { body: { challenge, ...given } })
  const signInWith = async (email: string, code: string): Promise<SessionHeaders> => {
    const second = await answer((await login(email)).body.challenge, { code })
    expect(second.status, second.text).toBe(200)
    return headersFrom(second)
  }
  /** Sets up an app for a session. The next code is of the step after. */
  const setUpApp = async (headers: SessionHeaders): Promise<{ secret: string; codes: string[] }> => {
    const begun = await ask(null, secondFactor.begin, { headers })
    expect(begun.status, begun.text).toBe(200)
    const { secret } = begun.body
    const confirmed = await ask(null, secondFactor.confirm, { headers, body: { code: codeFrom(secret) } })
    expect(confirmed.status, confirmed.text).toBe(200)
    return { secret, codes: confirmed.body.recovery_codes }
  }
  return { codeFrom, login, answer, signInWith, setUpApp }
}
