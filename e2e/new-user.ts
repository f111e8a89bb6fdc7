import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { attachEmbedded } from '../server/src/db/embedded/embedded.ts'
import { createProviderAdmin } from '../server/src/users/first-admin.queries.ts'
import { expect, uniqueNumber } from './portal.ts'

const command = fileURLToPath(new URL('../server/src/commands/create-admin.ts', import.meta.url))
export const oldPassword = 'An-old-password-1'

/**
 * Creates a user for one journey. Changing a password ends that user's sessions, and other journeys use the demo's
 * users.
 */
export async function addUser(): Promise<string> {
  const email = newEmail()
  const ownerUrl = attachEmbedded(process.env.E2E_DATA_DIR ?? '')?.ownerUrl ?? ''
  await createProviderAdmin(ownerUrl, { email, password: oldPassword, first: 'New', last: 'User', company: '' })
  return email
}
/** A user of the journey's own: views, columns and runs are kept with the user, and other journeys expect the usual ones. */
export async function signInAnew(page: Page): Promise<void> {
  const data = { username: await addUser(), password: oldPassword }
  expect((await page.request.post('/v2/login', { headers: { 'x-portal': '1' }, data })).status()).toBe(200)
}
const newEmail = () => `user${uniqueNumber()}@provider.test`

/** The same by `npm run create-admin`, which takes seconds to start. */
export async function addUserByCommand(): Promise<string> {
  const email = newEmail()
  const env = {
    ...process.env,
    DATA_DIR: process.env.E2E_DATA_DIR,
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    ADMIN_PASSWORD: oldPassword,
  }
  await promisify(execFile)(process.execPath, [command, '--email', email, '--first', 'New', '--last', 'User'], { env })
  return email
}
