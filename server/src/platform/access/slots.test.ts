import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { slotsFor } from './slots.ts'

test('AUTH-8 S5 at most the given number run at the same time, in order, also when one comes as a slot is freed', async () => {
  const inSlot = slotsFor(2)
  const [begun, running] = [[] as number[], { now: 0, most: 0 }]
  const work = (n: number) => async () => {
    begun.push(n)
    running.most = Math.max(running.most, ++running.now)
    await turn()
    running.now -= 1
  }
  const late: Promise<void>[] = []
  const first = inSlot(work(1)).then(() => late.push(inSlot(work(6))))
  await Promise.all([first, ...[2, 3, 4, 5].map((n) => inSlot(work(n)))])
  await Promise.all(late)
  expect([begun, running.most, running.now]).toEqual([[1, 2, 3, 4, 5, 6], 2, 0])
})

test('AUTH-8 S5 a work that fails frees its slot', async () => {
  const inSlot = slotsFor(1)
  await expect(inSlot(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inSlot(async () => 'next')).toBe('next')
})
