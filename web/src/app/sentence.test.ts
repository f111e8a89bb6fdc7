import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { sentence } from '../ui/words/sentence.ts'
import { french } from './french.ts'

/** As the catalogue is read: the key itself, or its French, with the values put in. */
const say = (words: Readonly<Record<string, string>>) =>
  ((key: string, values: Record<string, string> = {}) =>
    (words[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '')) as unknown as TFunction

test('LIST-10 days in a sentence of the service are written as all days are', () => {
  const taken = 'This company already has an active markup for this provider from 2026-11-01 to 2026-12-31.'
  expect(sentence(say({}), taken)).toBe(
    'This company already has an active markup for this provider from 01/11/26 to 31/12/26.',
  )
  expect(sentence(say(french), taken)).toBe(
    'Cette entreprise a déjà une marge active pour ce fournisseur du 01/11/26 au 31/12/26.',
  )
  for (const text of [
    'This company already has an active markup for this provider from 2026-11-01 on.',
    'Choose a day after 2026-11-01, when this markup begins.',
    'Choose a day up to 2026-11-01, when this markup ends.',
    'Another rate of this tax begins on 2026-11-01: this one has to end before it.',
    'The rate it takes over from ends on 2026-11-01: this one has to hold until then.',
    'The date cannot be before 2026-11-01.',
  ]) {
    expect(sentence(say(french), text)).not.toBe(sentence(say({}), text))
    expect(sentence(say(french), text)).toContain('01/11/26')
  }
  expect(sentence(say({}), 'Use at most 200 characters.')).toBe('Use at most 200 characters.')
})
