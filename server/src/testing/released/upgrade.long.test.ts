import { test } from 'vitest'
import { releases } from './released-data.ts'
import { expectUpgraded } from './upgrades.ts'

const older = releases.slice(0, -1).map(({ version }) => version)

test.each(older)('OPS-7 a portal of %s is upgraded with its data, which stays whole and usable', expectUpgraded)
