import { describe, expect, it } from 'vitest'
import { messages } from '../../contract/src/messages.ts'
import { frenchWords, isSentence, keyFaults, sentenceFaults } from './sentences.ts'
import { projectFiles, sourceFile } from './source-files.ts'

const files = projectFiles()
const words = frenchWords(files)

describe('UX-5 sentences', () => {
  it('of server, contract and database are all in the catalogue of messages', () => {
    expect(words.size).toBeGreaterThan(1000)
    expect(files.flatMap((file) => sentenceFaults(file, words))).toEqual([])
  })
  it('have keys that are all used, and every used key exists', () => {
    expect(keyFaults(files, Object.keys(messages))).toEqual({ unused: [], unknown: [] })
  })
  it('differ from labels', () => {
    const sentences = [
      'Use digits only.',
      'File is required',
      'Please select a card to put on hold.',
      '{} is void and cannot be sent.',
    ]
    const labels = ['Invoice number', 'Customer company code', 'Price Excl. GST/HST', 'not found', 'YYYY-MM-DD']
    expect(sentences.map(isSentence)).toEqual(sentences.map(() => true))
    expect(labels.map(isSentence)).toEqual(labels.map(() => false))
  })
})

const faultsOf = (path: string, text: string) => sentenceFaults(sourceFile(path, text), words).length
const bad: [string, string][] = [
  ['server/src/cards/cards.actions.ts', "throw new AppError('request.invalid', { a: 'This card is too old.' })"],
  ['server/src/cards/cards.actions.ts', `const a = (n) => \`Row \${n} is not a card.\``],
  ['server/src/cards/cards.queries.ts', "sql`select 'This card is in row ' || n from cards`"],
  ['server/src/imports/imports.jobs.ts', "giveUp(attempt, 'The import was cut off.')"],
  ['contract/src/cards/cards.ts', "z.string().regex(/a/, 'Company Name is required')"],
  ['server/src/db/migrations/0001_a.sql', "insert into a values ('The file was not read.');"],
]
const good: [string, string][] = [
  ['server/src/cards/cards.actions.ts', "throw new Error('The card has no number.')"],
  ['server/src/cards/cards.actions.ts', "log.error({ id }, 'The card was not read.')"],
  ['contract/src/cards/cards.ts', "const a = { summary: 'The card of a driver' }"],
  ['contract/src/cards/cards.messages.ts', "const a = { 'card.a': 'The card was not read.' }"],
  ['server/src/cards/cards.test.ts', "expect(a).toBe('The card was not read.')"],
  ['server/src/commands/migrate.ts', "console.log('The database is ready.')"],
  [
    'server/src/db/migrations/0001_a.sql',
    "raise exception 'The card is held by a rule.'; -- A 'comment is not read' here.",
  ],
  ['web/src/cards/CardsPage.tsx', "t('The card was not read.')"],
]
describe('the search for sentences', () => {
  it.each(bad)('finds one in %s (%#)', (path, text) => expect(faultsOf(path, text)).toBe(1))
  it.each(good)('leaves %s alone (%#)', (path, text) => expect(faultsOf(path, text)).toBe(0))
  it('names unused keys and unknown keys', () => {
    const source = sourceFile('contract/src/a.ts', "const a = ['card.closed', 'card.clsoed', 'cards.create']")
    expect(keyFaults([source], ['card.closed', 'card.gone'])).toEqual({
      unused: ['card.gone'],
      unknown: ['card.clsoed'],
    })
  })
})
