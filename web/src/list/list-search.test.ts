import { cardList } from '@portal/contract/cards.ts'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../api/search.ts'
import { readListSearch, writeListSearch } from './list-search.ts'

const roundTrip = (address: string) => stringifySearch(writeListSearch(cardList, readListSearch(cardList, parseSearch(address))))

test('LIST-8 a complete address stays as it is', () => {
  const address = '?page=2&size=20&sort=company_name,desc&filter=card_status:HOLD&filter=driver_name::ann'
  expect(roundTrip(address)).toBe(address)
})
test('LIST-8 defaults are not written', () => {
  expect(roundTrip('?page=1&size=10&sort=card_number,asc')).toBe('')
})
test('LIST-8 an old or broken link keeps what is still good in it', () => {
  expect(roundTrip('?page=abc&size=7&sort=nope,asc&filter=nope:1&filter=driver_name::ann&extra=1')).toBe('?filter=driver_name::ann')
})
test('LIST-7 the second reading of the query comes out in the first', () => {
  expect(roundTrip('?pageNumber=3&pageSize=20&sortField=uom&sortOrder=desc&filterField=driver_name&query=ann')).toBe(
    '?page=3&size=20&sort=uom,desc&filter=driver_name::ann',
  )
})
