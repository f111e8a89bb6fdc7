import { migrate } from '../db/migrate.ts'
import { withDatabase } from './with-database.ts'

await withDatabase({
  usage: 'npm run migrate',
  does: 'Applies pending migrations.',
  mayCreate: true,
  run: async ({ ownerUrl, appUrl, gateUrl, config: { rolePrefix } }) => {
    const applied = await migrate({ ownerUrl, appUrl, gateUrl, rolePrefix })
    console.log(
      applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `Applied ${name}`).join('\n'),
    )
  },
})
