import { setTimeout as sleep } from 'node:timers/promises'
import { attachEmbedded, startEmbedded } from '../db/embedded/embedded.ts'
import { type Config, readConfig } from '../process/config.ts'
import { FolderInUse } from '../process/folder-lock.ts'
import { sayFault } from '../process/say-fault.ts'
import { endOnSignal, type StopMode } from '../process/signals.ts'
import { StartError } from '../process/start-error.ts'

type Opened = { ownerUrl: string; appUrl: string; stop(mode?: StopMode): Promise<void> }
export type CommandContext = { ownerUrl: string; appUrl: string; config: Config; args: string[] }

/** Starts the embedded database, or uses that of a portal on the same folder. */
async function openEmbedded(dataDir: string): Promise<Opened> {
  for (const deadline = Date.now() + 15_000; ; await sleep(200)) {
    const running = attachEmbedded(dataDir)
    if (running) return { ...running, stop: async () => {} }
    try {
      return await startEmbedded({ dataDir })
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error
    }
  }
}

async function open({ database, dataDir }: Config): Promise<Opened> {
  if (database.kind === 'embedded') return openEmbedded(dataDir)
  const { ownerUrl, appUrl } = database
  if (!ownerUrl)
    throw new StartError(
      'This command runs as the owner of the tables. Set DATABASE_OWNER_URL as well as DATABASE_URL.',
    )
  return { ownerUrl, appUrl, stop: async () => {} }
}

type Before = (context: Pick<CommandContext, 'config' | 'args'>) => Promise<boolean>
/**
 * Runs one terminal command; `before` can end it before the database is opened or created. Errors are printed as sentences; the command may set `process.exitCode` itself. A signal
 * ends it: uncommitted work is rolled back, and a database started for it is stopped before the process exits.
 */
export async function withDatabase(
  command: (context: CommandContext) => Promise<void>,
  before: Before = async () => true,
): Promise<void> {
  let isInterrupted = false
  let opening: Promise<Opened> | undefined
  // Set before the database is open, so that a signal waits for it and then stops it.
  const stop = async (mode: StopMode) => (await opening?.catch(() => null))?.stop(mode)
  endOnSignal((mode) => {
    isInterrupted = true
    return stop(mode)
  })
  try {
    const config = readConfig(process.env)
    const args = process.argv.slice(2)
    if (!(await before({ config, args })) || isInterrupted) return
    opening = open(config)
    const { ownerUrl, appUrl } = await opening
    if (!isInterrupted) await command({ ownerUrl, appUrl, config, args })
  } catch (error) {
    // After a signal, the error only says that the database was stopped.
    if (!isInterrupted) sayFault(error)
    process.exitCode = 1
  } finally {
    await stop('fast')
  }
}
