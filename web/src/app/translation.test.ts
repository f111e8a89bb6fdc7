import { expect, test } from 'vitest'
import { catalogueText, currentLanguage, translateNow } from '../ui/words/translation.ts'
import { speak } from './component-tests/speak.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('UX-5 English is its own key, with its placeholders filled once and as they are', async () => {
  await speak('en-CA')
  expect(translateNow('Save')).toBe('Save')
  expect(translateNow('Rejected', { context: 'imports' })).toBe('Rejected')
  expect(translateNow('{read} of {count} rows', { read: 1200, count: '7' })).toBe('1,200 of 7 rows')
  expect(translateNow('Use {value}', { value: '<b>{value} & $& $t(Save)' })).toBe('Use <b>{value} & $& $t(Save)')
})

test('UX-5 a placeholder without a value stays, so that no text of a user is lost', async () => {
  await speak('en-CA')
  expect(translateNow('Fuel {bulk}')).toBe('Fuel {bulk}')
  expect(translateNow('Fuel {bulk}, {constructor}', { count: 1 })).toBe('Fuel {bulk}, {constructor}')
  expect(translateNow('constructor')).toBe('constructor')
})

test('UX-5 French has its own texts, by context where one word needs two, and its own numbers', async () => {
  await speak('fr-CA')
  expect(currentLanguage()).toBe('fr-CA')
  expect([translateNow('Rejected'), translateNow('Rejected', { context: 'imports' })]).toEqual(['Refusée', 'Rejetées'])
  expect(translateNow('Rejected', { context: 'elsewhere' })).toBe('Refusée')
  expect(plain(translateNow('{count} rows', { count: 12_345.5 }))).toBe('12 345,5 lignes')
  expect(translateNow('Unknown words')).toBe('Unknown words')
  expect([catalogueText('Rejected'), catalogueText('toString')]).toEqual(['Refusée', undefined])
})
