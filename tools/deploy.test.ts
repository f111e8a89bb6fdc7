import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../server/src/process/config.ts'
import { root } from './house/source-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
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
  const own = ['POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'APP_PASSWORD', 'PORTAL_HOSTS']
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
  for (const unit of units) {
    const text = read(`deploy/systemd/${unit}`)
    const [, program] = /^ExecStart=\S+\/node (\S+)/m.exec(text) ?? []
    expect([unit, existsSync(join(root, program ?? ''))]).toEqual([unit, true])
    const set = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs]) => pairs?.split(' ') ?? [])
    const names = set.map((pair) => pair.split('=')[0] ?? '')
    expect(names.filter((name) => ![...settingNames, 'NODE_ENV'].includes(name))).toEqual([])
  }
})
