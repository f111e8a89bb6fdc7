import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { uniqueNumber } from './portal.ts'

const command = fileURLToPath(new URL('../server/src/commands/create-admin.ts', import.meta.url))
export const oldPassword = 'An-old-password-1'

/**
 * Creates a user for one journey. Changing a password ends that user's sessions, and other journeys use the demo's
 * users.
 */
export async function addUser(): Promise<string> {
  const email = `user${uniqueNumber()}@provider.test`
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
