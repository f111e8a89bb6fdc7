import { expect, test } from 'vitest'
import { codeAlphabet, readDocumentCode, showDocumentCode } from './document-code.rules.ts'

test('RECV-12 a code is printed in groups of four, and read in any case and with any separators', () => {
  expect(showDocumentCode('7KQ2M9XV4TRB')).toBe('7KQ2-M9XV-4TRB')
  for (const typed of ['7KQ2M9XV4TRB', ' 7kq2-m9xv-4trb ', '7KQ2 M9XV 4TRB', '7kq2–m9xv.4trb'])
    expect(readDocumentCode(typed)).toBe('7KQ2M9XV4TRB')
})

test('RECV-12 a code has twelve signs that cannot be confused; anything else is none', () => {
  expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length)
  for (const sign of '01ILOU') expect(codeAlphabet).not.toContain(sign)
  for (const typed of ['', '7KQ2M9XV4TR', '7KQ2M9XV4TRB2', '0KQ2M9XV4TRB', 'INV-2026-000001']) {
    expect(readDocumentCode(typed)).toBeNull()
  }
})
