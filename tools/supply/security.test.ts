import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../../server/src/process/config.ts'
import { root } from '../house/source-files.ts'

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const quoted = [...page.matchAll(/`([^`\s]+)`/g)].map(([, text]) => text as string)

test('SEC-7 every file and setting that docs/security.md names exists', () => {
  const files = quoted.filter(
    (text) => /^[\w.-]+(\/[\w.-]+)+$|\.(ts|md|sql|json)$/.test(text) && !text.startsWith('DATA_DIR'),
  )
  expect(files.length).toBeGreaterThan(60)
  const isThere = (path: string) => ['', 'server/src'].some((folder) => existsSync(join(root, folder, path)))
  const outside = ['@node-rs/argon2']
  expect(files.filter((path) => !isThere(path) && !outside.includes(path))).toEqual([])
  const settings = quoted.filter((text) => /^[A-Z]+(_[A-Z]+)+$/.test(text) && text !== 'DATA_DIR')
  expect(settings.filter((name) => !settingNames.includes(name))).toEqual([])
})

/** How many requirements of levels 1 and 2 each section of the standard has. */
const counts: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
}
const numbersOf = (items: string): string[] =>
  items.split(', ').flatMap((item) => {
    const [from = '', to] = item.split(' to ')
    const [section, first, last] = [
      from.slice(0, from.lastIndexOf('.')),
      ...[from, to ?? from].map((one) => Number(one.split('.').at(-1))),
    ]
    return Array.from(
      { length: (last as number) - (first as number) + 1 },
      (_, at) => `${section}.${(first as number) + at}`,
    )
  })

test('SEC-7 docs/security.md answers each ASVS requirement of levels 1 and 2 once', () => {
  const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| ([^|]+) \| (.+) \|$/gm)]
  for (const [, items, answer] of rows)
    expect([items, answer]).toEqual([items, expect.stringMatching(/^(Yes|Part|No|Not yet|n\/a)$/)])
  const answered = rows
    .map(([, items]) => items as string)
    .filter((items) => !/^1[07]\./.test(items))
    .flatMap(numbersOf)
  const asked = Object.entries(counts).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  )
  expect(answered.sort()).toEqual(asked.sort())
})
