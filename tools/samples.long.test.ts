import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { convertFiles } from '../server/src/testing/files/libre-office.ts'

const samples = fileURLToPath(new URL('../samples/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portal-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('LibreOffice opens every sample and keeps every digit of its card numbers', () => {
  const names = readdirSync(samples).filter((name) => /\.xlsx?$/.test(name))
  const files = names.map((name) => samples + name)
  convertFiles('csv', folder, files)
  const texts = names.map((name) => readFileSync(join(folder, name.replace(/\.xlsx?$/, '.csv')), 'utf8'))
  for (const [n, text] of texts.entries())
    expect([names[n], text.trim().split('\n').length > 2]).toEqual([names[n], true])
  expect(texts.join('\n')).toContain('7083050003959505')
})
