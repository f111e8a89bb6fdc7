import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test('LIST-8 the address has exactly the format of the call', () => {
  const search = { page: 2, size: 20, sort: 'company_name,desc', filter: ['card_status:HOLD', 'driver_name::ann'] }
  expect(stringifySearch(search)).toBe(
    '?page=2&size=20&sort=company_name,desc&filter=card_status:HOLD&filter=driver_name::ann',
  )
})
test('LIST-8 an address reads back what was written, whatever the input', () => {
  const filter = ['driver_name::a&b=c#d %+é', 'company_name::x, y: z']
  expect(parseSearch(stringifySearch({ filter }))).toEqual({ filter })
})
test('LIST-8 an empty search has no question mark', () => {
  expect(stringifySearch({})).toBe('')
  expect(stringifySearch({ page: undefined })).toBe('')
  expect(parseSearch('')).toEqual({})
})
