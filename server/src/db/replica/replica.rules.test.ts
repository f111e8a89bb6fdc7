import { describe, expect, test } from 'vitest'
import {
  faultOf,
  faultOfRefusal,
  floorOf,
  isConnectionLost,
  isFreshFor,
  isWorthRepeating,
  lagOf,
  type PrimaryFacts,
  type ReplicaFacts,
} from './replica.rules.ts'

describe('OPS-8 how far a replica is behind', () => {
  const samples = [
    { at: 1000, position: 100 },
    { at: 2000, position: 200 },
    { at: 3000, position: 300 },
  ]
  test('is the age of the oldest position that it has not replayed', () => {
    expect(lagOf(samples, 150, 3500)).toEqual({ waiting: samples.slice(1), bytes: 150, seconds: 1.5 })
  })
  test('is nothing once it has replayed the newest position, however long ago that was', () => {
    expect(lagOf(samples, 300, 900_000)).toEqual({ waiting: [], bytes: 0, seconds: 0 })
    expect(lagOf([], 300, 900_000)).toEqual({ waiting: [], bytes: 0, seconds: 0 })
  })
  test('is nothing for a replica that is ahead of what was asked a moment ago', () => {
    expect(lagOf(samples, 350, 3500)).toEqual({ waiting: [], bytes: 0, seconds: 0 })
  })
})

describe('OPS-8 a replica is fresh enough for its asker', () => {
  const marks = [
    { entry: 10, below: 100 },
    { entry: 20, below: 200 },
    { entry: 30, below: 300 },
  ]
  test('from the newest mark whose transactions have all ended there', () => {
    expect(floorOf(marks, 250)).toEqual({ entry: 20, below: 200 })
    expect(floorOf(marks, 300)).toEqual({ entry: 30, below: 300 })
    expect(floorOf(marks, 99)).toBeNull()
  })
  test('if it has as many of the asker’s entries as the primary', () => {
    const floor = { entry: 20, below: 200 }
    const found = { entries: 2, oldestXid: 250, isReplica: true }
    expect(isFreshFor(floor, found, 2)).toBe(true)
    expect(isFreshFor(floor, found, 3)).toBe(false)
  })
  test('never if it was set back below the mark, or promoted', () => {
    const floor = { entry: 20, below: 200 }
    expect(isFreshFor(floor, { entries: 2, oldestXid: 199, isReplica: true }, 0)).toBe(false)
    expect(isFreshFor(floor, { entries: 2, oldestXid: 250, isReplica: false }, 0)).toBe(false)
  })
})

describe('OPS-8 a replica is read only if', () => {
  const shared = { cluster: '7', name: 'portal', version: 'v' }
  const primary: PrimaryFacts = { ...shared, started: 'then', position: 9, nextXid: 5, newestEntry: 1 }
  const replica: ReplicaFacts = {
    ...shared,
    started: 'later',
    isReplica: true,
    isDirect: true,
    position: 9,
    oldestXid: 5,
  }
  const fault = (changed: Partial<ReplicaFacts>, seconds = 0) =>
    faultOf(primary, { ...replica, ...changed }, { seconds, bytes: 0 }, 10)
  test('it follows the same database in the same version, directly, and not too far behind', () => {
    expect(fault({})).toBeNull()
    expect(fault({}, 10)).toBeNull()
    expect(fault({}, 10.1)).toBe('behind')
    expect(fault({ version: 'w' })).toBe('other-version')
    expect(fault({ isDirect: false })).toBe('pooler')
    expect(fault({ cluster: '8' })).toBe('other-database')
    expect(fault({ name: 'fleet' })).toBe('other-database')
  })
  test('it takes no changes of its own', () => {
    expect(fault({ isReplica: false })).toBe('promoted')
    expect(fault({ isReplica: false, started: 'then' })).toBe('is-primary')
  })
})

test('OPS-8 a failed read is repeated on the primary unless the statement took too long', () => {
  expect(isWorthRepeating({ code: '40001' })).toBe(true)
  expect(isWorthRepeating(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isWorthRepeating({ code: '57014' })).toBe(false)
})

test('OPS-8 only a lost connection marks the replica as away', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006'])
    expect([code, isConnectionLost({ code })]).toEqual([code, true])
  for (const error of [{ code: '40001' }, { code: '42P01' }, new Error('timeout exceeded when trying to connect')])
    expect(isConnectionLost(error)).toBe(false)
  expect(isConnectionLost(new Error('Connection terminated unexpectedly'))).toBe(true)
})

test('OPS-8 a server that refuses a connection is not the same as one that is away', () => {
  const fault = (code: string, message = '') => faultOfRefusal({ code, message })
  for (const code of ['28P01', '28000', '42501']) expect([code, fault(code)]).toEqual([code, 'refused'])
  for (const code of ['42883', '22023']) expect([code, fault(code)]).toEqual([code, 'other-database'])
  expect(fault('3D000')).toBe('no-database')
  for (const code of ['ECONNREFUSED', '57P03', '53300', '']) expect([code, fault(code)]).toEqual([code, 'away'])
  expect(fault('08P01', 'unsupported startup parameter: options')).toBe('pooler')
})
