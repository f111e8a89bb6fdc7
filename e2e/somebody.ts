import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { uniqueNumber } from './portal.ts'

const command = fileURLToPath(new URL('../server/src/commands/create-admin.ts', import.meta.url))
export const oldPassword = 'An-old-password-1'

/**
 * Somebody of one journey alone: a new password ends the sessions of its owner, and the demo people are signed in
 * elsewhere.
 */
export async function somebody(): Promise<string> {
  const email = `somebody${uniqueNumber()}@provider.test`
  const env = {
    ...process.env,
    DATA_DIR: process.env.E2E_DATA_DIR,
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    ADMIN_PASSWORD: oldPassword,
  }
  await promisify(execFile)(process.execPath, [command, '--email', email, '--first', 'Some', '--last', 'Body'], { env })
  return email
}
