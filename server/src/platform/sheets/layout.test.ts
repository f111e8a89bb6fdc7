import { expect, test } from 'vitest'
import { copyLine } from './layout.ts'

test('I1 every value of a line keeps its position, whatever precedes it', () => {
  expect(copyLine(['', '', null, 0, false, 'a\tb\\N\r\n'])).toBe('\t\t\\N\t0\tfalse\ta\\tb\\\\N\\r\\n\n')
  expect(copyLine([null, ''])).toBe('\\N\t\n')
})
