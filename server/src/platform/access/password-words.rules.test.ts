import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leakedWord, personalPart, wordsOf } from './password-words.rules.ts'

const leaked = new Set(
  readFileSync(new URL('./leaked-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)
const isLeaked = (password: string): boolean => wordsOf(password).some((word) => leaked.has(word))

test('SEC-6 the list has more than 10,000 leaked passwords, each as it is compared', () => {
  expect(leaked.size).toBeGreaterThan(30_000)
  expect([...leaked].filter((word) => leakedWord(word) !== word)).toEqual([])
})

test('SEC-6 what people make of a leaked password is refused: capitals, digits and signs around, signs for letters, twice', () => {
  const made = [
    'Password2024!',
    'sunshine123456',
    '!Dragon20242024',
    'P@ssw0rd2024!',
    'passwordpassword',
    'passw0rd passw0rd',
    'p@ssw0rd p@ssw0rd',
    'letmein letmein',
    'letmeinletmein1!',
    '123123123123',
    '1qaz2wsx!2024',
    'Qwertyuiop-123',
    '#B@seball2024!!',
  ]
  expect(made.filter((password) => !isLeaked(password))).toEqual([])
})

test('SEC-6 unrelated words and random signs are accepted, also with digits', () => {
  const good = [
    'tractor lamp cedar 44',
    'Grandfather drives a 1962 Ford',
    'blue kettle sings',
    'winter is coming late',
    '9fK2-vLp7-wQ3x',
    'Prairie-skies-2026',
    'le camion bleu de Gaspé',
    'été à Rimouski 1987',
    '密碼真的很長很長而且安全嗎',
  ]
  expect(good.filter(isLeaked)).toEqual([])
})

const amelie = {
  names: ['Amélie', 'Roy-Tremblay'],
  email: 'a.tremblay@northline.test',
  company: 'Northline Haulage Ltd',
  brands: ['Fresh Fuels', 'Comb Petro'],
}
test('SEC-6 a password with the person’s name or address, the company or the brand names that part', () => {
  const part = (password: string) => personalPart(password, amelie)
  expect([
    part('amelie drives far'),
    part('AMÉLIE-drives-far'),
    part('my tremblay truck'),
    part('North.Line.Haulage'),
    part('northline-2026-x'),
    part('Fresh-Fuels-2026'),
    part('combpetro-2026'),
  ]).toEqual(['Amélie', 'Amélie', 'Tremblay', 'Northline', 'Northline', 'Fresh Fuels', 'Comb Petro'])
})

test('SEC-6 short names, common words of companies and other people’s names are no reason', () => {
  const li = { names: ['Li', 'Wu'], email: 'info@gas.test', company: 'Canada Fuels Ltd', brands: ['Fleets'] }
  for (const password of ['liquid wumpus gas', 'fresh bread at noon', 'canada geese fly', 'fuels and lubes'])
    expect([password, personalPart(password, li)]).toEqual([password, null])
  expect(personalPart('canada fuels ltd', li)).toBe('Canada Fuels Ltd')
  expect(personalPart('anything at all', { names: [], email: '', company: null, brands: [] })).toBeNull()
})
