import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cashAdvanceTypes, plasticTypes, productRefreshDays, yesNo } from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import {
  billingCycleWords,
  companyStatusWords,
  holdRuleWords,
  languageWords,
  yesNoWords,
} from '@portal/contract/customers/customers-words.data.ts'
import { invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { logFieldWords } from '@portal/contract/logs/log-fields.ts'
import { anyActionWords, recordTypeWords } from '@portal/contract/logs/logs.ts'
import { revenueTypes } from '@portal/contract/lookups/lookups-words.data.ts'
import { messages } from '@portal/contract/messages.ts'
import { jobWords, processRoleWords } from '@portal/contract/operations/operations-words.data.ts'
import { mailStatusWords } from '@portal/contract/outbox/outbox-words.data.ts'
import { jurisdictionWords, taxClassWords } from '@portal/contract/rates/rates-words.data.ts'
import { taxWords } from '@portal/contract/rates/tax.rules.ts'
import { changeKindWords } from '@portal/contract/rates/tax-changes.ts'
import { taxRateStateWords } from '@portal/contract/rates/tax-rate.ts'
import { levelWords, moduleWords, roleWords } from '@portal/contract/users/users-words.data.ts'
import { expect, test } from 'vitest'
import { toastTexts } from '../api/toasts.ts'
import { offlineWords, onlineAgainWords } from '../ui/trouble/offline.ts'
import { french, frenchCatalogues, frenchMessages, messageCatalogues } from './french.ts'

const root = path.resolve(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|fr-CA/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))

/** Sentences are in `t('…')`, or in attributes and properties that shared components translate. */
const places = [
  /\bt\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/g,
  /\b(?:label|title|confirm|cancel|submit|lockNote)="([^"{]+)"/g,
  /\b(?:label|header|none|filtered|success|failure|[a-z]+Menu): '((?:[^'\\]|\\.)+)'/g,
  /\b(?:coming|plainPage|section)\((?:'\/[^']*', )?'([^']+)'/g,
]

test('French has every sentence of the sources', () => {
  expect(sources.length).toBeGreaterThan(60)
  const said = sources.flatMap((source) =>
    places.flatMap((place) => [...source.matchAll(place)].map((match) => match[1] ?? match[2] ?? '')),
  )
  expect(said.length).toBeGreaterThan(150)
  const ignored = new Set(['Id', '-'])
  expect([...new Set(said)].filter((sentence) => !Object.hasOwn(french, sentence) && !ignored.has(sentence))).toEqual(
    [],
  )
})
test('French has the words of cards and mail, and the toasts', () => {
  const words = [
    ...plasticTypes,
    ...cashAdvanceTypes,
    ...yesNo,
    ...productRefreshDays,
    ...Object.values(cardStatusWords),
    ...Object.values(mailStatusWords),
  ]
  const toasts = Object.values(toastTexts).flatMap((texts) => (texts ? [texts.success, texts.failure] : []))
  expect([...words, ...toasts].filter((sentence) => !Object.hasOwn(french, sentence))).toEqual([])
})
test('FORM-9 French has the offline messages', () => {
  expect([offlineWords, onlineAgainWords].filter((words) => !Object.hasOwn(french, words))).toEqual([])
})
test('French has the words of the tax rates', () => {
  const words = [taxWords, taxClassWords, jurisdictionWords, changeKindWords, taxRateStateWords].flatMap((some) =>
    Object.values<string>(some),
  )
  expect(words.filter((word) => !Object.hasOwn(french, word))).toEqual([])
})
test('OPS-5 French has the names of jobs and of what processes do', () => {
  const words = [...Object.values(jobWords), ...Object.values(processRoleWords)]
  expect(words.filter((word) => !Object.hasOwn(french, word))).toEqual([])
})
test('French has the words of users and permissions', () => {
  const words = [levelWords, moduleWords, roleWords].flatMap((some) => Object.values<string>(some))
  expect(words.filter((word) => !Object.hasOwn(french, word))).toEqual([])
})
test('French has the words of customers and companies', () => {
  const words = [languageWords, billingCycleWords, holdRuleWords, yesNoWords, companyStatusWords, revenueTypes].flatMap(
    (some) => Object.values<string>(some),
  )
  expect(words.filter((word) => !Object.hasOwn(french, word))).toEqual([])
})
test('French has the words of the tracking logs', () => {
  const words = [...anyActionWords, ...Object.values(recordTypeWords), ...logFieldWords]
  // Sales types are the same in both languages.
  expect(words.filter((word) => !Object.hasOwn(french, word) && !/^PC\d$/.test(word))).toEqual([])
})
test('French has one word per thing, and card statuses in one form', () => {
  const avoided = /r[ée]vis|arrêts?(?!\p{L})|conducteur|lots? de facturation|tarifs? du jour/iu
  const said = Object.entries({ ...french, ...frenchMessages })
  expect(said.filter(([, words]) => avoided.test(words))).toEqual([])
  expect(Object.values(cardStatusWords).map((word) => french[word])).toEqual(['Active', 'Suspendue', 'Fermée'])
  // Rows are feminine plural, a company is singular.
  expect([french.Rejected, french['Rejected | imports']]).toEqual(['Refusée', 'Rejetées'])
})
test('French keeps the placeholders of each sentence', () => {
  const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const [english, translation] of Object.entries(french))
    expect(names(translation), english).toEqual(names(english))
})
test('French translates each sentence once; a word with two translations has a context', () => {
  // The server says the words of reports too, so these have their own list; what is in both is the same.
  const { reportWords, ...others } = frenchCatalogues
  const own = Object.values(others).flatMap((catalogue) => Object.entries<string>(catalogue))
  const said = [...own, ...Object.entries<string>(reportWords)]
  expect(own.length).toBe(new Set(own.map(([english]) => english)).size)
  expect(said.filter(([english, translation]) => french[english] !== translation)).toEqual([])
  const places = said.filter(([english]) => english.includes(' | '))
  expect(places.filter(([english]) => !Object.hasOwn(french, english.split(' | ')[0] as string))).toEqual([])
})

test('UX-5 every message has one French translation with the same parameters', () => {
  const said = Object.values(messageCatalogues).flatMap((catalogue) => Object.entries<string>(catalogue))
  expect(said.map(([key]) => key).sort()).toEqual(Object.keys(messages).sort())
  const placeholders = (text: string) => [...text.matchAll(/\{[\w:]+\}/g)].map(String).sort()
  for (const [key, english] of Object.entries(messages))
    expect(placeholders(frenchMessages[key] ?? ''), key).toEqual(placeholders(english))
})
test('UX-5 words in messages have French', () => {
  const words = [...Object.values(cardStatusWords), ...Object.values(invoiceStatuses), 'pieces']
  expect(words.filter((word) => !Object.hasOwn(french, word))).toEqual([])
})
