import { setTimeout as sleep } from 'node:timers/promises'
import type { ParseArgsOptionsConfig } from 'node:util'
import { attachEmbedded, hasDatabase, startEmbedded } from '../db/embedded/embedded.ts'
import { readArguments, type Usage } from '../process/arguments.ts'
import { type Config, readConfig } from '../process/config.ts'
import { FolderInUse } from '../process/folder-lock.ts'
import { sayFault } from '../process/say-fault.ts'
import { endOnSignal, type StopMode } from '../process/signals.ts'
import { StartError } from '../process/start-error.ts'

type Opened = { ownerUrl: string; appUrl: string; gateUrl: string | null; stop(mode?: StopMode): Promise<void> }
type Arguments<Options extends ParseArgsOptionsConfig> = ReturnType<typeof readArguments<Options>>
export type CommandContext<Options extends ParseArgsOptionsConfig> = Arguments<Options> & {
  ownerUrl: string
  appUrl: string
  gateUrl: string | null
  config: Config
  /** Aborted by a signal that ends the command. */
  ending: AbortSignal
}

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

async function open({ database, dataDir }: Config, mayCreate: boolean): Promise<Opened> {
  if (database.kind === 'embedded') {
    if (!mayCreate && !hasDatabase(dataDir))
      throw new StartError(`There is no portal in ${dataDir}. Set DATA_DIR to its data folder, or DATABASE_URL.`)
    return openEmbedded(dataDir)
  }
  const { ownerUrl, appUrl, gateUrl } = database
  if (!ownerUrl)
    throw new StartError(
      'This command runs as the owner of the tables. Set DATABASE_OWNER_URL as well as DATABASE_URL.',
    )
  return { ownerUrl, appUrl, gateUrl, stop: async () => {} }
}

/** How long a command that was ended may undo what it did outside of the database. */
const undoMs = 3_000

type Command<Options extends ParseArgsOptionsConfig> = Usage<Options> & {
  /** Whether it is about to create the portal, so that a new folder gets a database. */
  mayCreate?: boolean
  /** Can end the command before the database is opened or created. */
  before?: (context: Arguments<Options> & { config: Config }) => Promise<boolean>
  run: (context: CommandContext<Options>) => Promise<void>
}
/**
 * Runs one terminal command. Errors are printed as sentences; the command may set `process.exitCode` itself. A signal
 * ends it: uncommitted work is rolled back, and a database started for it is stopped before the process exits.
 */
export async function withDatabase<const Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
): Promise<void> {
  const ending = new AbortController()
  let opening: Promise<Opened> | undefined
  let running: Promise<void> | undefined
  // Set before the database is open, so that a signal waits for it and then stops it.
  const stop = async (mode: StopMode) => (await opening?.catch(() => null))?.stop(mode)
  endOnSignal(async (mode, signal) => {
    if (mode === 'fast') console.error(`Ended by ${signal}. Uncommitted work is rolled back.`)
    ending.abort()
    await stop(mode)
    if (mode === 'fast') await Promise.race([running?.catch(() => {}), sleep(undoMs)])
  })
  try {
    const args = readArguments(command)
    const config = readConfig(process.env)
    if (command.before && !(await command.before({ ...args, config }))) return
    if (ending.signal.aborted) return
    opening = open(config, command.mayCreate ?? false)
    const { ownerUrl, appUrl, gateUrl } = await opening
    if (ending.signal.aborted) return
    running = command.run({ ...args, ownerUrl, appUrl, gateUrl, config, ending: ending.signal })
    await running
  } catch (error) {
    // After a signal, the error only says that the database was stopped.
    if (!ending.signal.aborted) sayFault(error)
    process.exitCode = 1
  } finally {
    await stop('fast')
  }
}
