import { expect, test } from 'vitest'
import { english, partsOf } from './english.ts'
import { type Message, message, messageOf } from './message.ts'
import { catalogues, messages } from './messages.ts'

test('UX-5 a message is a key with parameters and reads as an English sentence', () => {
  const text = message('markup.taken-between', { from: '2026-11-01', to: '2026-12-31' })
  expect(text).toBe('markup.taken-between {"from":"2026-11-01","to":"2026-12-31"}')
  expect(english(text)).toBe(
    'This company already has an active markup for this provider from 2026-11-01 to 2026-12-31.',
  )
  expect(english('field.required')).toBe('This field is required.')
  expect(english(message('payment.due-now', { due: 5, currency: 'CAD' }))).toBe(
    'The amount due is now 5.00 CAD. Close this dialog and open it again.',
  )
  expect(english(message('field.at-most', { max: 99_999_999.99 }))).toBe('Must be 99,999,999.99 or less.')
  expect(english(message('rate.date-form', { formats: 'MM/DD/YYYY|YYYY-MM-DD' }))).toBe(
    'Enter a date as MM/DD/YYYY or YYYY-MM-DD.',
  )
})

test('UX-5 a nested message is read with the outer one', () => {
  const inner = message('booking.cell-rejected', {
    column: 'Quantity "L"',
    reason: message('field.decimals', { max: 3 }),
  })
  expect(english(message('booking.row-rejected', { row: 12_014, reason: inner }))).toBe(
    'Row 12014 of the same transaction was rejected. Quantity "L": Use at most 3 decimals.',
  )
})

test('UX-5 the parts of a message make the same message again', () => {
  const all: Message[] = ['card.closed', message('rate.price-moved', { before: 1.25, after: 1.5 })]
  for (const text of all) expect(messageOf(partsOf(text) ?? { key: '', params: {} })).toBe(text)
})

test('UX-5 other text is not a message and stays unchanged', () => {
  for (const text of [
    '',
    'The file is damaged.',
    'card.closed by hand',
    'no.such-key',
    'constructor',
    'field.at-most {"max":',
    'field.at-most {"max":{"a":1}}',
  ])
    expect([partsOf(text), english(text)]).toEqual([null, text])
})

test('UX-5 no key or sentence is in the catalogue twice', () => {
  const entries = Object.values(catalogues).flatMap((catalogue) => Object.entries<string>(catalogue))
  const repeated = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)
  expect(repeated(entries.map(([key]) => key))).toEqual([])
  expect(repeated(entries.map(([, sentence]) => sentence))).toEqual([])
  expect(entries.length).toBe(Object.keys(messages).length)
})

test('UX-5 every placeholder is a name, alone or with a known kind', () => {
  const kinds = ['day', 'money', 'amount', 'price', 'plain', 'word', 'or', 'quoted', 'message']
  for (const [key, sentence] of Object.entries(messages))
    for (const [, inside = ''] of sentence.matchAll(/\{([^}]*)\}/g)) {
      const [name = '', kind, ...rest] = inside.split(':')
      expect([key, /^[a-z]+$/.test(name), kind === undefined || kinds.includes(kind), rest]).toEqual([
        key,
        true,
        true,
        [],
      ])
    }
})
