import { parseArgs } from 'node:util'
import { migrate } from '../db/migrate.ts'
import { defaultSize, demoAccounts, demoPassword, seedDemo } from '../db/seed/demo.ts'
import { StartError } from '../platform/start-error.ts'
import { withDatabase } from './with-database.ts'

function count(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,8}$/.test(text)) throw new StartError(`--${name} takes a whole number up to 99999999.`)
  return Number(text)
}

await withDatabase(async ({ ownerUrl, appUrl, args }) => {
  const { values } = parseArgs({ args, options: { cards: { type: 'string' }, companies: { type: 'string' } } })
  const size = { cards: count('cards', values.cards, defaultSize.cards), companies: count('companies', values.companies, defaultSize.companies) }
  await migrate({ ownerUrl, appUrl })
  const begun = Date.now()
  await seedDemo(ownerUrl, size)
  console.log(`The demo has at least ${size.companies} customer companies and ${size.cards} cards (${((Date.now() - begun) / 1000).toFixed(1)} s).`)
  console.log(`Accounts, all with the password ${demoPassword}: ${demoAccounts.map(({ email }) => email).join(', ')}`)
})
