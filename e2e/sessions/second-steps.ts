import type { APIRequestContext, Page } from '@playwright/test'
import { users } from '@portal/contract/users/users.ts'
import { codeOf, stepAt } from '../../server/src/sessions/factors/totp.ts'
import { userBody } from '../../server/src/testing/factories.ts'
import { bytesOfBase32 } from '../../server/src/testing/factors/second-steps.ts'
import { apiClient, expect, password, typeSignIn, uniqueNumber } from '../portal.ts'

/** A user of Northline of their own, because other journeys share the demo's. */
export async function addStepUser(
  request: APIRequestContext,
  changes: object = {},
): Promise<{ id: number; email: string }> {
  const admin = await apiClient(request, 'northline')
  const email = `steps-${uniqueNumber()}@northline.test`
  const body = userBody({ email, password, verify_password: password, role: 1, ...changes })
  return admin.call(users.create, {}, body)
}

export async function startSignIn(page: Page, email: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/')
  await typeSignIn(page, email)
}

/** A code of the step after, which the portal takes as well: the one before may be used already. */
export const nextCode = (secret: string): string => codeOf(bytesOfBase32(secret), stepAt(new Date()) + 1)

/** Reads the key from the dialog, types the first code, and stores the recovery codes. */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const secret = (await page.locator('.set-up-secret code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from your authenticator app').fill(codeOf(bytesOfBase32(secret), stepAt(new Date())))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const shown = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'I stored these codes' }).click()
  return { secret, codes: shown }
}

/** A passkey device of the browser's own, which says yes to everything. */
export async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
