import { expect, test } from 'vitest'
import { fileWords } from './readme.data.ts'
import { archiveName, readmeText } from './readme.rules.ts'

test('OPS-6 the archive explains each of its files in the reader’s language', () => {
  for (const language of ['en', 'fr'] as const) {
    const text = readmeText(language, 'Cost $& Co', '2026-11-17')
    expect(text).toContain('Cost $& Co')
    for (const [name, words] of Object.entries(fileWords)) {
      expect(text).toContain(name)
      expect(text).toContain(words[language])
    }
  }
})

test('OPS-6 a file’s name in the archive leads to no other folder', () => {
  expect(archiveName('files', 7, '../../etc/passwd')).toBe('files/7-__.._etc_passwd')
  expect(archiveName('documents', null, 'INV-2026-000001.pdf')).toBe('documents/INV-2026-000001.pdf')
  expect(archiveName('files', 8, 'Reçu (août).pdf')).toBe('files/8-Reçu (août).pdf')
})
