import { expect, test } from 'vitest'
import { readReleasedData, releases } from './released-data.ts'
import { expectUpgraded } from './upgrades.ts'

test('OPS-7 every released version has its data, made after its last migration', () => {
  expect(releases.slice(0, 2).map(({ version }) => version)).toEqual(['0.1.0', '0.2.0'])
  for (const [at, { version }] of releases.entries()) {
    const { migrations, version: madeBy } = readReleasedData(version)
    const shipped = releases.slice(0, at + 1).flatMap((release) => release.migrations)
    expect({ madeBy, migrations }).toEqual({ madeBy: version, migrations: shipped })
  }
})

test('OPS-7 a portal of the last release is upgraded with its data, which stays whole and usable', () =>
  expectUpgraded(releases.at(-1)?.version ?? ''))
