import { expect, test } from 'vitest'
import { type BackupDrilled, drillBackup } from '../../server/src/testing/drills/backup-drill.ts'
import { freshDatabase } from '../../server/src/testing/fresh-database.ts'
import { figure, lengthOf } from './drill.ts'

const rounds = lengthOf(5, 1)

function expectRestored(drilled: BackupDrilled): void {
  expect(drilled.failedWrites).toEqual([])
  expect(drilled.cardsBefore).toBeGreaterThan(0)
  expect(drilled.cardsRestored).toBe(drilled.cardsBefore)
  expect(drilled.restored).toContain('sums by currency and the audit log equal the archive')
  expect(drilled.restored).toContain('reconcile finds no breach')
  expect(drilled.sealedAfter.unsealed).toBe(0)
  expect(drilled.sealedAfter.after).toBeGreaterThan(drilled.sealedAfter.before)
  figure(
    `backup of ${(drilled.bytes / 1e6).toFixed(1)} MB in ${drilled.backupSeconds.toFixed(1)} s beside ${drilled.writesDuringBackup} writes (${drilled.refusals} refused with a 503); restored and checked in ${drilled.restoreSeconds.toFixed(1)} s; all ${drilled.cardsBefore} cards confirmed before it are there`,
  )
}

test('OPS-1 C7 C14 a backup made under 32 writing clients is restored, checked, started and sealed on', async () => {
  for (let round = 0; round < rounds; round++) {
    const drilled = await drillBackup({ clients: 32 })
    expectRestored(drilled)
    expect(drilled.writesDuringBackup).toBeGreaterThan(50)
  }
})

test('OPS-1 an archive of the embedded database is restored into an external one, and the portal starts on it', async () => {
  const { prefix, ownerUrl, appUrl, gateUrl } = await freshDatabase()
  const into = {
    DATABASE_URL: appUrl,
    DATABASE_GATE_URL: gateUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_ROLE_PREFIX: prefix,
  }
  expectRestored(await drillBackup({ clients: 4, into }))
})
