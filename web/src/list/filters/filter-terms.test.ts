import { cardList } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { furtherTerms, plainNumbers, shownTerm, termOf, withTerm } from './filter-terms.ts'

const text = { kind: 'text' } as const
const choice = { kind: 'choice', options: [] } as const

test('LIST-7 text is searched, a choice is exact', () => {
  expect(withTerm([], 'driver_name', text, 'ann')).toEqual(['driver_name::ann'])
  expect(withTerm([], 'card_status', choice, 'HOLD')).toEqual(['card_status:HOLD'])
})
test('LIST-7 a field has one filter, and an empty value removes it', () => {
  const filters = ['driver_name::an', 'card_status:HOLD']
  expect(withTerm(filters, 'driver_name', text, 'ann')).toEqual(['driver_name::ann', 'card_status:HOLD'])
  expect(withTerm(filters, 'driver_name', text, '')).toEqual(['card_status:HOLD'])
  expect(withTerm(['driver_name::a', 'driver_name:b'], 'driver_name', text, 'c')).toEqual(['driver_name::c'])
})
test('LIST-7 a value can contain the separators', () => {
  expect(termOf(['driver_name::a:b::c'], 'driver_name')?.query).toBe('a:b::c')
})
test('LIST-8 two filters on one field are both available', () => {
  const filters = ['driver_name::a', 'card_status:HOLD', 'driver_name:b', 'driver_name::b']
  expect([
    termOf(filters, 'driver_name')?.query,
    furtherTerms(filters, 'driver_name'),
    furtherTerms(filters, 'card_status'),
  ]).toEqual(['a', ['b'], []])
})
test('LIT-8 a search for a choice that matches one shows it', () => {
  const shown = (filter: string) => shownTerm([filter], 'card_status', cardList.filters.card_status)
  expect([
    shown('card_status::rele'),
    shown('card_status:HOLD'),
    shown('card_status::zzz'),
    shown('driver_name::a'),
  ]).toEqual(['RELEASE', 'HOLD', 'zzz', ''])
})

test('UX-5 LIST-14 numbers of a filter are typed with a comma in French, and ranges too', () => {
  expect(plainNumbers('906,18', 'fr-CA')).toBe('906.18')
  expect(plainNumbers('10,5..20,25', 'fr-CA')).toBe('10.5..20.25')
  expect(plainNumbers('1,234', 'en-CA')).toBe('1,234')
})
