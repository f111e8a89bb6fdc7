import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../server/src/process/config.ts'
import { root } from './house/source-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const operations = read('docs/operations.md')
const compose = read('deploy/compose/compose.yaml')

test('OPS-4 the image copies folders that exist and starts a program that exists', () => {
  const dockerfile = read('Dockerfile')
  const ignored = read('.dockerignore').split('\n')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths?.split(' ') ?? [])
  expect(copied.filter((path) => !existsSync(join(root, path)) || ignored.includes(path))).toEqual([])
  const [, program] = /^CMD \["node", "([^"]+)"/m.exec(dockerfile) ?? []
  expect(existsSync(join(root, program ?? ''))).toBe(true)
})

test('OPS-4 the compose file gives the portal known settings, and files and programs that exist', () => {
  const own = ['POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'APP_PASSWORD', 'GATE_PASSWORD', 'PORTAL_HOSTS']
  const given = [...compose.matchAll(/^ +([A-Z_]+): /gm)].map(([, name]) => name ?? '')
  expect(given.filter((name) => !settingNames.includes(name) && !own.includes(name))).toEqual([])
  const asked = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name ?? '')
  const sample = read('deploy/compose/sample.env')
  expect(asked.filter((name) => !sample.includes(`\n${name}=`))).toEqual([])
  const mounted = [...compose.matchAll(/^ +- (\.[^:]+):/gm)].map(([, path]) => path ?? '')
  expect(mounted.length).toBeGreaterThan(2)
  const programs = [...compose.matchAll(/server\/\S+\.ts/g)].map(([path]) => `../../${path}`)
  expect([...mounted, ...programs].filter((path) => !existsSync(join(root, 'deploy/compose', path)))).toEqual([])
})

test('OPS-4 each systemd unit sets known settings and starts a program that exists', () => {
  const units = readdirSync(join(root, 'deploy/systemd'))
  expect(units).toHaveLength(3)
  const ports: string[] = []
  for (const unit of units) {
    const text = read(`deploy/systemd/${unit}`)
    const [, program] = /^ExecStart=\S+\/node (\S+)/m.exec(text) ?? []
    expect([unit, existsSync(join(root, program ?? ''))]).toEqual([unit, true])
    const set = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs]) => pairs?.split(' ') ?? [])
    const names = set.map((pair) => pair.split('=')[0] ?? '')
    expect(names.filter((name) => ![...settingNames, 'NODE_ENV'].includes(name))).toEqual([])
    // A value of the EnvironmentFile would win, and all processes would share one port and one role.
    const inFile = [...read('deploy/portal.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '')
    expect([unit, names.filter((name) => inFile.includes(name))]).toEqual([unit, []])
    const metrics = /^Environment=.*METRICS_PORT=(\S+)/m.exec(text)?.[1]
    if (metrics) ports.push(metrics)
  }
  expect(ports.toSorted()).toEqual(['1%i', '18090'])
})

test('OPS-4 the worker can write to the folders that docs/operations.md names', () => {
  const folders = ['BACKUP_DIR', 'AUDIT_ARCHIVE_DIR'].map(
    (name) => new RegExp(`^\\| \`${name}\` .*\`([^\`]+)\` \\|$`, 'm').exec(operations)?.[1],
  )
  const [, writable] = /^ReadWritePaths=(.+)$/m.exec(read('deploy/systemd/portal-worker.service')) ?? []
  expect(writable).toBe(folders.map((folder) => `-${folder}`).join(' '))
})

test('OPS-4 every program that docs/operations.md starts is in the image', () => {
  const programs = [...operations.matchAll(/\bserver\/src\/\S+?\.ts(?=[ \n`])/g)].map(([path]) => path)
  expect(programs).toContain('server/src/commands/backup.ts')
  expect(programs).toContain('server/src/commands/restore.ts')
  expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([])
  // npm's scripts begin with tools/ready.mjs, which the image does not have.
  expect(operations).not.toMatch(/docker compose .*npm run/)
})
