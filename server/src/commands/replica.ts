import { startReplica } from '../db/embedded/embedded-replica.ts'
import { readArguments } from '../process/arguments.ts'
import { readConfig } from '../process/config.ts'
import { sayFault } from '../process/say-fault.ts'
import { endOnSignal } from '../process/signals.ts'
import { StartError } from '../process/start-error.ts'

/** Runs a streaming replica of the running portal's embedded database in a new folder, until a signal ends it. */
async function run(): Promise<void> {
  const [folder = ''] = readArguments({
    usage: 'npm run replica -- FOLDER',
    does: 'Makes and runs a streaming replica of the running embedded database in a new folder.',
    least: 1,
    most: 1,
  }).positionals
  const { database, dataDir } = readConfig(process.env)
  if (database.kind !== 'embedded')
    throw new StartError('This command makes a replica of the embedded database only. See docs/operations.md.')
  const starting = startReplica(dataDir, folder)
  // Set before the replica runs, so that a signal waits for it and then stops it.
  endOnSignal(async () => (await starting.catch(() => null))?.stop())
  const replica = await starting
  console.log(`The replica is running. Start the portal with\nDATABASE_READ_URL=${replica.readUrl}`)
  // A portal that is started again has its database on another port.
  setInterval(() => replica.follow(), 1000)
}

try {
  await run()
} catch (error) {
  sayFault(error)
  process.exit(1)
}
