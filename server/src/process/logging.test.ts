import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOfRequest } from './logging.ts'

test('API-4 each line of a request names it, and a request without a line makes no log of its own', () => {
  const lines: string[] = []
  const parent = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
  let made = 0
  const counting = new Proxy(parent, {
    get: (target, name) => {
      if (name === 'child') made += 1
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const log = logOfRequest(counting, { reqId: 'first' })
  expect(made).toBe(0)
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) log[level]({ file: 7 }, level)
  log.child({ part: 'a' }).info('within')
  expect(made).toBe(1)
  const read = lines.map((line) => JSON.parse(line))
  expect(read.map(({ reqId }) => reqId)).toEqual(read.map(() => 'first'))
  expect(read.map(({ msg }) => msg)).toEqual(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'within'])
  expect(read.at(-1)).toMatchObject({ part: 'a' })
})
