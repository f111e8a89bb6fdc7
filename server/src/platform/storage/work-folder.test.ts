import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openWorkFolder } from './work-folder.ts'

const root = await mkdtemp(join(tmpdir(), 'portal-test-work-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const module = new URL('./work-folder.ts', import.meta.url).href

/** Another process that shares the folder, writes a card number there and runs until it is killed. */
async function startOther(folder: string) {
  const script = `
    import { mkdir, writeFile } from 'node:fs/promises'
    const { openWorkFolder } = await import(process.argv[1])
    const path = (await openWorkFolder(process.argv[2])).own('import-1')
    await mkdir(path)
    await writeFile(path + '/sheet', '7083050000007919')
    process.stdout.write(path)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, module, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [path] = await once(child.stdout, 'data')
  return {
    name: basename(String(path)),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('A3 C1 the next start removes a killed process’s files and keeps those of a running one', async () => {
  const folder = join(root, 'shared')
  const killed = await startOther(folder)
  const living = await startOther(folder)
  try {
    await killed.kill()
    await openWorkFolder(folder)
    expect(await readdir(folder)).toEqual([living.name])
  } finally {
    await living.kill()
  }
  await openWorkFolder(folder)
  expect(await readdir(folder)).toEqual([])
})

test('A3 C1 on a volume shared by containers, another container’s files are removed by age, not by process id', async () => {
  const folder = join(root, 'volume')
  for (const name of ['1a2b3c4d-4026539999.1.100.import-a', '1a2b3c4d-4026539999.1.100.import-b'])
    await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, '1a2b3c4d-4026539999.1.100.import-a', 'sheet'), '7083050000007919')
  const old = new Date(Date.now() - 2 * 3_600_000)
  await utimes(join(folder, '1a2b3c4d-4026539999.1.100.import-a'), old, old)
  await openWorkFolder(folder)
  expect(await readdir(folder)).toEqual(['1a2b3c4d-4026539999.1.100.import-b'])
})

test('an unwritable folder is rejected at start', async () => {
  await writeFile(join(root, 'a-file'), '')
  await expect(openWorkFolder(join(root, 'a-file'))).rejects.toThrow()
})
