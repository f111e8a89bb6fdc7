import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig } from '../config.ts'
import { attachEmbedded, startEmbedded } from '../db/embedded.ts'
import { FolderInUse } from '../platform/folder-lock.ts'
import { sayFault } from '../platform/say-fault.ts'
import { StartError } from '../platform/start-error.ts'

type Opened = { ownerUrl: string; appUrl: string; stop(): Promise<void> }
export type CommandContext = { ownerUrl: string; appUrl: string; config: Config; args: string[] }

/** The embedded database: started for the command, or that of a portal which is up (or just coming up) on the same folder. */
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
  if (!ownerUrl) throw new StartError('This command works as the owner of the tables: set DATABASE_OWNER_URL beside DATABASE_URL.')
  return { ownerUrl, appUrl, stop: async () => {} }
}

/** Runs one command of the terminal. What it throws is told as a sentence; it may set `process.exitCode` itself. */
export async function withDatabase(command: (context: CommandContext) => Promise<void>): Promise<void> {
  let opened: Opened | undefined
  try {
    const config = readConfig(process.env)
    opened = await open(config)
    const { ownerUrl, appUrl } = opened
    await command({ ownerUrl, appUrl, config, args: process.argv.slice(2) })
  } catch (error) {
    sayFault(error)
    process.exitCode = 1
  } finally {
    await opened?.stop()
  }
}
