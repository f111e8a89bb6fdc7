import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const samples = fileURLToPath(new URL('../samples/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portal-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hasOffice = spawnSync('soffice', ['--version']).status === 0

test.skipIf(!hasOffice)('LibreOffice opens every sample, with every digit of its cards', () => {
  const names = readdirSync(samples).filter((name) => /\.xlsx?$/.test(name))
  const files = names.map((name) => samples + name)
  execFileSync('soffice', ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', 'csv', '--outdir', folder, ...files])
  const texts = names.map((name) => readFileSync(join(folder, name.replace(/\.xlsx?$/, '.csv')), 'utf8'))
  for (const [n, text] of texts.entries()) expect([names[n], text.trim().split('\n').length > 2]).toEqual([names[n], true])
  expect(texts.join('\n')).toContain('7083050003959505')
})
