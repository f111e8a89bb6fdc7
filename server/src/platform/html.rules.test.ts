import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml } from './html.rules.ts'

test('a text ends neither the element nor the attribute that it stands in, and is read as it was', () => {
  expect(escapeHtml(`<a href="x" title='y'>A & B</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;A &amp; B&lt;/a&gt;',
  )
  expect(escapeHtml('Relevé — $1 &amp;')).toBe('Relevé — $1 &amp;amp;')
  const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", 'a', ';', '#') }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']/)
      expect(escapeHtml(text).replace(/&[a-z#0-9]+;/g, (entity) => signs[entity] ?? '?')).toBe(text)
    }),
  )
})
