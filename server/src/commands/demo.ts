import { runDueBilling } from '../billing/billing-runs.jobs.ts'
import { migrate } from '../db/migrate.ts'
import { demoAccounts, demoPassword, demoSize, seedDemo } from '../demo/demo.queries.ts'
import { billDemo } from '../demo/demo-billing.actions.ts'
import { StartError } from '../process/start-error.ts'
import { withDatabase } from './with-database.ts'

function count(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,8}$/.test(text)) throw new StartError(`--${name} takes a whole number up to 99999999.`)
  return Number(text)
}

const text = { type: 'string' } as const
await withDatabase({
  usage: 'npm run demo [-- --cards N] [--companies N] [--transactions N]',
  does: 'Loads the demo.',
  options: { cards: text, companies: text, transactions: text },
  mayCreate: true,
  run: async ({ ownerUrl, appUrl, gateUrl, values, config: { rolePrefix } }) => {
    const size = {
      cards: count('cards', values.cards, demoSize.cards),
      companies: count('companies', values.companies, demoSize.companies),
      transactions: count('transactions', values.transactions, demoSize.transactions),
    }
    await migrate({ ownerUrl, appUrl, gateUrl, rolePrefix })
    const begun = Date.now()
    await seedDemo(ownerUrl, size)
    await billDemo({ ownerUrl, appUrl, gateUrl, rolePrefix }, runDueBilling)
    const took = ((Date.now() - begun) / 1000).toFixed(1)
    console.log(
      `The demo has at least ${size.companies} customer companies, ${size.cards} cards and ${size.transactions} transactions (${took} s).`,
    )
    console.log(`Accounts, all with the password ${demoPassword}: ${demoAccounts.map(({ email }) => email).join(', ')}`)
  },
})
