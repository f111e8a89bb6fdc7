import { describe, expect, it } from 'vitest'
import {
  type BackupRow,
  expiredNames,
  interrupted,
  isBackupDue,
  lastDue,
  partialNames,
  scheduledName,
  trialOf,
} from './schedule.rules.ts'

const at = (text: string): number => Date.parse(text)
const now = at('2026-11-18T03:00:00Z')
const row = (started: string, changes: Partial<BackupRow> = {}): BackupRow => ({
  id: '1',
  cause: 'schedule',
  file_name: 'x',
  failure: null,
  started: at(started),
  finished: at(started) + 1000,
  tested: null,
  test_failure: null,
  ...changes,
})

describe('OPS-1 scheduled backups', () => {
  it('are due once a day from their time on', () => {
    expect(lastDue('02:30', now)).toBe(at('2026-11-18T02:30:00Z'))
    expect(lastDue('03:01', now)).toBe(at('2026-11-17T03:01:00Z'))
    expect(isBackupDue([], '02:30', now)).toBe(true)
    expect(isBackupDue([row('2026-11-18T02:30:05Z')], '02:30', now)).toBe(false)
    expect(isBackupDue([row('2026-11-17T02:30:05Z')], '02:30', now)).toBe(true)
    expect(isBackupDue([row('2026-11-18T02:30:05Z', { cause: 'command' })], '02:30', now)).toBe(true)
  })

  it('are tried again after 5, 15 and 60 minutes, and then on the next day', () => {
    const failed = (started: string) => row(started, { failure: 'The disk is full.' })
    const tries = [failed('2026-11-18T02:30:00Z')]
    expect(isBackupDue(tries, '02:30', at('2026-11-18T02:34:00Z'))).toBe(false)
    expect(isBackupDue(tries, '02:30', at('2026-11-18T02:36:00Z'))).toBe(true)
    tries.push(failed('2026-11-18T02:36:00Z'))
    expect(isBackupDue(tries, '02:30', at('2026-11-18T02:50:00Z'))).toBe(false)
    expect(isBackupDue(tries, '02:30', at('2026-11-18T02:52:00Z'))).toBe(true)
    tries.push(failed('2026-11-18T02:52:00Z'), failed('2026-11-18T03:53:00Z'))
    expect(isBackupDue(tries, '02:30', at('2026-11-18T23:00:00Z'))).toBe(false)
    expect(isBackupDue(tries, '02:30', at('2026-11-19T02:30:00Z'))).toBe(true)
  })

  it('are made again at once if their process was stopped or killed, which uses up no try', () => {
    const killed = row('2026-11-18T02:30:00Z', { finished: null })
    const stopped = row('2026-11-18T02:31:00Z', { failure: interrupted })
    const soon = at('2026-11-18T02:31:02Z')
    expect(isBackupDue([killed, stopped], '02:30', soon)).toBe(true)
    const failed = row('2026-11-18T02:30:10Z', { failure: 'The disk is full.' })
    expect(isBackupDue([killed, failed, stopped], '02:30', soon)).toBe(false)
    expect(isBackupDue([killed, failed, stopped], '02:30', at('2026-11-18T02:35:12Z'))).toBe(true)
    expect(isBackupDue([killed, row('2026-11-18T02:31:01Z')], '02:30', soon)).toBe(false)
    expect(isBackupDue(Array(9).fill(stopped), '02:30', soon)).toBe(true)
    expect(isBackupDue(Array(10).fill(stopped), '02:30', soon)).toBe(false)
  })

  it('are restored on trial once a week, and the next one after a failure', () => {
    const fresh = row('2026-11-18T02:30:00Z', { id: '9' })
    expect(trialOf([], now)).toBeNull()
    expect(trialOf([fresh], now)).toBe(fresh)
    const passed = row('2026-11-12T02:30:00Z', { tested: at('2026-11-12T02:40:00Z') })
    expect(trialOf([fresh, passed], now)).toBeNull()
    expect(trialOf([fresh, passed], at('2026-11-19T02:41:00Z'))).toBe(fresh)
    const failed = row('2026-11-17T02:30:00Z', { tested: at('2026-11-17T02:40:00Z'), test_failure: 'It is damaged.' })
    expect(trialOf([fresh, failed], now)).toBe(fresh)
    expect(trialOf([failed], now)).toBeNull()
    expect(trialOf([row('2026-11-18T02:30:00Z', { finished: null })], now)).toBeNull()
  })

  it('are removed after their days, but never the newest, and nothing else in the folder is', () => {
    expect(scheduledName(now)).toBe('portal-20261118T030000Z.backup')
    const names = ['20261101T023000Z', '20261104T025900Z', '20261104T030000Z', '20261117T023000Z'].map(
      (time) => `portal-${time}.backup`,
    )
    const others = ['notes.txt', 'portal-20200101T000000Z.backup.txt', 'portal-old.backup']
    expect(expiredNames([...others, ...names], now, 14)).toEqual(names.slice(0, 2))
    expect(expiredNames(names, at('2030-01-01T00:00:00Z'), 1)).toEqual(names.slice(0, 3))
    expect(expiredNames(['portal-20200101T000000Z.backup'], now, 1)).toEqual([])
    expect(partialNames([...names, `${names[0]}.partial`, 'other.partial'])).toEqual([`${names[0]}.partial`])
  })
})
