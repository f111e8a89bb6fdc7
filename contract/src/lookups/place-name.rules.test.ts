import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeSearchText } from './place-name.rules.ts'

test('COMP-6 accents, punctuation, case and abbreviations make no difference', () => {
  const same: [string, string][] = [
    ['Montréal', 'montreal'],
    ["St. John's", 'st johns'],
    ['Saint-Jérôme', 'ST JEROME'],
    ['Sault Ste. Marie', 'sault sainte marie'],
    ['Coeur d’Alene', "coeur d'alene"],
    ['  Moose   Jaw ', 'moose jaw'],
    ['Fort McMurray', 'Ft. McMurray'],
  ]
  for (const [one, other] of same) expect(placeSearchText(one)).toBe(placeSearchText(other))
  expect(placeSearchText('Stony Plain')).toBe('stony plain')
})

test('COMP-6 normalizing a search text again does not change it', () => {
  fc.assert(fc.property(fc.string(), (name) => placeSearchText(placeSearchText(name)) === placeSearchText(name)))
})
