import { expect, test } from 'vitest'
import { readStat, ticksOfTree } from './cpu.ts'

test('a process’s parent and ticks are read behind its name, whatever the name is', () => {
  const line = '42 (node (worker) 7) S 7 42 42 0 -1 4194560 900 0 0 0 120 30 5 6 20 0 11 0 100'
  expect(readStat(line)).toEqual({ parent: 7, own: 150, reaped: 11 })
})

test('the ticks of a process include its descendants and those of them that have ended', () => {
  const stats = new Map([
    [1, { parent: 0, own: 1000, reaped: 1000 }],
    [10, { parent: 1, own: 5, reaped: 7 }],
    [11, { parent: 10, own: 20, reaped: 0 }],
    [12, { parent: 11, own: 100, reaped: 200 }],
    [20, { parent: 1, own: 3, reaped: 0 }],
  ])
  expect(ticksOfTree(stats, 10)).toBe(332)
  expect(ticksOfTree(stats, 99)).toBe(0)
})
