import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attachEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'
import { commandRunner, isAlive, statusOf } from './command-runner.ts'

const { scratch, dataDir, npm } = commandRunner()

it('a portal shares its database with a second API process and a worker', async () => {
  const port = await freePort()
  const run = npm(['start'], { PORT: String(port) })
  await run.ready
  const urls = attachEmbedded(dataDir)
  const shared = {
    DATABASE_URL: urls?.appUrl ?? '',
    DATABASE_GATE_URL: urls?.gateUrl ?? '',
    DATABASE_OWNER_URL: urls?.ownerUrl ?? '',
  }
  const ports = [await freePort(), await freePort()] as const
  const api = npm(['start'], { ...shared, ROLE: 'api', PORT: String(ports[0]) })
  const worker = npm(['start'], { ...shared, ROLE: 'worker', PORT: String(ports[1]) })
  await Promise.all([api.ready, worker.ready])
  expect(await statusOf(ports[0], '/readyz')).toBe(200)
  expect(await statusOf(ports[1], '/readyz')).toBe(200)
  expect(await statusOf(ports[1], '/v2/openapi.json')).toBe(404)
  api.child.kill('SIGTERM')
  worker.child.kill('SIGTERM')
  expect([await api.ended, await worker.ended]).toEqual([0, 0])
  expect(await statusOf(port, '/readyz')).toBe(200)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

describe('a command stopped by a signal', { timeout: 180_000 }, () => {
  /** The process id in postmaster.pid, once the server accepts connections. */
  const readyServer = (folder: string): number | null => {
    try {
      const lines = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
      return lines[7]?.trim() === 'ready' ? Number(lines[0]) : null
    } catch {
      return null
    }
  }
  const started = async (find: () => number | null): Promise<number> => {
    await expect.poll(find, { timeout: 40_000, interval: 20 }).not.toBeNull()
    return find() as number
  }

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops the database that it started and releases the folder (%s)',
    async (name) => {
      const command = npm(['run', 'demo', '--', '--transactions', '3000000'], {})
      const server = await started(() => readyServer(dataDir))
      command.child.kill(name)
      expect(await command.ended).toBeGreaterThan(128)
      expect([isAlive(server), existsSync(join(dataDir, 'portal.lock')), command.output()]).toEqual([
        false,
        false,
        `Ended by ${name}. Uncommitted work is rolled back.\n`,
      ])
    },
  )

  it('deletes its temporary database', async () => {
    const own = join(scratch, 'own')
    mkdirSync(own, { mode: 0o711 })
    const command = npm(['run', 'schema', '--', '--verify'], { TMPDIR: own })
    const folder = () => readdirSync(own).find((entry) => entry.startsWith('portal-schema-'))
    const server = await started(() => readyServer(join(own, folder() ?? 'none')))
    command.child.kill('SIGTERM')
    expect(await command.ended).toBe(143)
    expect([isAlive(server), folder()]).toEqual([false, undefined])
  })
})
