import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

test('BRAND-6 every screen heading is a Heading, which sets the tab title', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const pages = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.tsx'))
  expect(pages.length).toBeGreaterThan(100)
  expect(pages.filter((file) => readFileSync(path.join(root, file), 'utf8').includes('<h1'))).toEqual([
    'ui/Heading.tsx',
  ])
})
