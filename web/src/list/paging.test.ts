import { expect, test } from 'vitest'
import { offeredSizes, reportValues } from './paging.ts'

test('LIST-3 page sizes go up to size × pages', () => {
  expect(offeredSizes({ size: 10, total_pages: 5 })).toEqual([1, 5, 10, 20, 50])
  expect(offeredSizes({ size: 5, total_pages: 3 })).toEqual([1, 5, 10])
  expect(offeredSizes({ size: 1, total_pages: 1 })).toEqual([1])
})
test('LIST-3 the current size is always offered', () => {
  expect(offeredSizes({ size: 50, total_pages: 0 })).toEqual([50])
})
test('LIST-2 the report counts the rows on the page', () => {
  const metadata = { size: 10, total_pages: 5, total_kind: 'exact' as const }
  expect(reportValues({ ...metadata, page: 5, total_count: 47 }, 7)).toEqual({
    first: 41,
    last: 47,
    total: 47,
    kind: 'exact',
  })
  expect(reportValues({ ...metadata, page: 1, total_count: 0 }, 0)).toEqual({
    first: 0,
    last: 0,
    total: 0,
    kind: 'exact',
  })
})
