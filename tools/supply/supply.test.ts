import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../house/source-files.ts'
import { noticesOf, shownPackage } from './notices.ts'
import { type Package, shippedPackages, unwelcome } from './packages.ts'
import { billOfMaterials } from './sbom.ts'

const packages = shippedPackages()
const page = readFileSync(join(root, 'THIRD_PARTY_NOTICES.md'), 'utf8')
const given = (one: Partial<Package>): Package => ({ ...(packages[0] as Package), ...one })

test('SEC-7 the third-party notices are up to date: npm run supply', () => {
  expect(page).toBe(noticesOf(packages))
})

test('SEC-7 the notices name every shipped package once, with a text for each', () => {
  const named = [...page.matchAll(/^- (\S+) (\d\S*?)(?=:|$)/gm)].map(([line]) => line)
  expect(named.sort()).toEqual([...new Set(packages.map(shownPackage))].sort())
  for (const [, body = ''] of page.matchAll(/^```text\n([\s\S]*?)\n```$/gm)) expect(body.length).toBeGreaterThan(300)
  const names = packages.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'leaflet', '@fontsource-variable/inter', 'sharp']))
  expect(names.filter((name) => /^(vitest|vite|typescript|@biomejs|@types\/)/.test(name))).toEqual([])
  for (const name of ['GeoNames', 'PostgreSQL', 'Natural Earth', 'DejaVu']) expect(page).toContain(`**${name}`)
})

test('SEC-7 every licence is on the list of permissive ones, and another one is refused', () => {
  expect(unwelcome(packages)).toEqual([])
  const others = [
    given({ name: 'a', licence: 'GPL-3.0-only' }),
    given({ name: 'b', licence: 'unknown' }),
    given({ name: 'c', licence: 'LGPL-3.0-or-later' }),
    given({ name: 'd', licence: '(MIT OR GPL-2.0)' }),
  ]
  expect(unwelcome(others)).toHaveLength(4)
})

test('SEC-7 the bill of materials is the same each time, and complete', () => {
  const made = billOfMaterials('1.0.0', packages) as {
    components: { 'bom-ref': string; type: string; hashes?: { content: string }[] }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  const text = JSON.stringify(made)
  expect(JSON.stringify(billOfMaterials('1.0.0', shippedPackages()))).toBe(text)
  expect(text).not.toMatch(/timestamp|serialNumber|registry|node_modules\//)
  expect(page).not.toMatch(/registry\.|\/home\/|\/root\/|\/work\//)
  const refs = made.components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { type, hashes } of made.components)
    if (type === 'library') expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  for (const { dependsOn } of made.dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn))
})
