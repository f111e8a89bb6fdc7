import { cardList } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../api/search.ts'
import { readListSearch, unknownFilters, writeListSearch } from './list-search.ts'

const roundTrip = (address: string) =>
  stringifySearch(writeListSearch(cardList, readListSearch(cardList, parseSearch(address))))

test('LIST-8 a complete address stays unchanged', () => {
  const address = '?page=2&size=20&sort=company_name,desc&filter=card_status:HOLD&filter=driver_name::ann'
  expect(roundTrip(address)).toBe(address)
})
test('LIST-8 defaults are not written', () => {
  expect(roundTrip('?page=1&size=10&sort=card_number,asc')).toBe('')
})
test('LIST-8 an old or broken link keeps its valid parts', () => {
  expect(roundTrip('?page=abc&size=7&sort=nope,asc&filter=nope:1&filter=driver_name::ann&extra=1')).toBe(
    '?filter=driver_name::ann',
  )
})
test('LIST-7 the second form of the query is written in the first', () => {
  expect(roundTrip('?pageNumber=3&pageSize=20&sortField=uom&sortOrder=desc&filterField=driver_name&query=ann')).toBe(
    '?page=3&size=20&sort=uom,desc&filter=driver_name::ann',
  )
})
test('LIST-14 filters that the list cannot apply are named as written, and the others apply', () => {
  const unknown = (address: string) => unknownFilters(cardList, parseSearch(address))
  expect(unknown('?filter=card_status:eq:HOLD&filter=nope::1&filter=driver_name::ann&page=abc')).toEqual([
    'card_status:eq:HOLD',
    'nope::1',
  ])
  expect(unknown('?filterField=card_status&matchStrategy=exact&query=Foo')).toEqual(['card_status:Foo'])
  expect(unknown('?filter=card_status:open&filter=card_number+::+7083&sort=nope,asc')).toEqual([])
  expect(roundTrip('?filter=card_status:open&filter=card_number+::+7083')).toBe(
    '?filter=card_status:RELEASE&filter=card_number::7083',
  )
})
test('LIST-8 parameters that belong together are kept or dropped together', () => {
  expect(roundTrip('?filterField=card_status&matchStrategy=exact&query=Foo&filter=driver_name::ann')).toBe(
    '?filter=driver_name::ann',
  )
  expect(roundTrip('?filterField=card_issue_date&query=yesterday')).toBe('')
  expect(roundTrip('?sortField=uom&sortOrder=up&page=2')).toBe('?page=2')
})
