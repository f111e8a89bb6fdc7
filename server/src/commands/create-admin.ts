import { isEmail } from '@portal/contract/fields.ts'
import { minPassword } from '@portal/contract/password-length.ts'
import { migrate } from '../db/migrate.ts'
import { StartError } from '../process/start-error.ts'
import { createProviderAdmin } from '../users/first-admin.queries.ts'
import { withDatabase } from './with-database.ts'

const usage =
  'ADMIN_PASSWORD=… npm run create-admin -- --email you@example.com [--first Ada] [--last Byron] [--company "Your company"]'

const text = { type: 'string' } as const
await withDatabase({
  usage,
  does: 'Creates the first account.',
  options: { email: text, first: text, last: text, company: text },
  mayCreate: true,
  run: async ({ ownerUrl, appUrl, gateUrl, values, config: { rolePrefix } }) => {
    // The password comes from the environment: an argument would appear in the shell's history and in the process list.
    const password = process.env.ADMIN_PASSWORD ?? ''
    if (!values.email || !isEmail(values.email))
      throw new StartError(`Pass a valid e-mail address with --email.\nUsage: ${usage}`)
    if (password.length < minPassword)
      throw new StartError(`ADMIN_PASSWORD needs at least ${minPassword} characters.\nUsage: ${usage}`)
    await migrate({ ownerUrl, appUrl, gateUrl, rolePrefix })
    const admin = {
      email: values.email,
      password,
      first: values.first ?? 'First',
      last: values.last ?? 'Admin',
      company: values.company ?? 'Provider',
    }
    console.log(`${values.email} is now an Admin of ${await createProviderAdmin(ownerUrl, admin)}.`)
  },
})
