import { expect, test } from 'vitest'
import type { z } from 'zod'
import { english } from './english.ts'
import { choicesMatching, defineList, idIn, isFilterValue, parseFilter, parseRange } from './list.ts'

const list = defineList({
  rows: 'things',
  columns: { name: 'Name' },
  sort: ['name', 'made_on'],
  filters: {
    name: { kind: 'text' },
    state: {
      kind: 'choice',
      options: [
        { value: 'RELEASE', label: 'ACTIVE', words: ['Open'] },
        { value: 'HOLD', label: 'HOLD' },
        { value: 'CLOSED', label: 'Closed', words: ['INACTIVE'] },
      ],
    },
    made_on: { kind: 'date' },
    amount: { kind: 'money' },
  },
  aliases: { namee: 'name' },
  defaultSort: 'name,asc',
})
const read = (query: Record<string, unknown>) => list.query.parse(query)
const faults = (query: Record<string, unknown>) => {
  const result = list.query.safeParse(query)
  return result.success
    ? {}
    : Object.fromEntries(
        result.error.issues.map((issue) => [
          issue.path.join('.') || (issue as z.core.$ZodIssueUnrecognizedKeys).keys?.[0],
          english(issue.message),
        ]),
      )
}

test('LIST-7 an empty query means the first ten rows in the default order', () => {
  expect(read({})).toEqual({ paged: true, page: 1, size: 10, sort: 'name,asc', filter: [] })
})

test('LIST-7 both syntaxes of a query mean the same', () => {
  const first = read({ paged: 'true', page: '3', size: '20', sort: 'made_on,desc', filter: 'name::ann' })
  expect(
    read({
      pageNumber: '3',
      pageSize: '20',
      sortField: 'made_on',
      sortOrder: 'desc',
      filterField: 'name',
      query: 'ann',
    }),
  ).toEqual(first)
  expect(
    read({
      pageNumber: 3,
      pageSize: 20,
      sortParam: 'made_on',
      sortingOrder: 'DESC',
      filterField: 'namee',
      matchStrategy: 'contains',
      query: 'ann',
    }),
  ).toEqual(first)
  expect(read({ name: 'ann' }).filter).toEqual(['name::ann'])
  expect(read({ filterField: 'made_on', query: '2026-01-02' }).filter).toEqual(['made_on:2026-01-02'])
  expect(read({ filterField: 'name', matchStrategy: 'exact', query: 'ann' }).filter).toEqual(['name:ann'])
})

test('LIST-7 a filter is split at the first operator after its field', () => {
  expect(parseFilter('name::a:b')).toEqual({ field: 'name', operator: '::', query: 'a:b' })
  expect(parseFilter('name:a::b')).toEqual({ field: 'name', operator: ':', query: 'a::b' })
  expect(parseFilter('nothing')).toBeNull()
  expect(read({ filter: ['name:a', 'state::act', 'amount:1..2.50', 'name:'] }).filter).toEqual([
    'name:a',
    'state::act',
    'amount:1..2.50',
  ])
})

test('LIST-7 unknown names and values are refused by name', () => {
  expect(faults({ sort: 'password,asc' }).sort).toContain('password')
  expect(faults({ sort: 'name,up' }).sort).toContain('asc or desc')
  expect(faults({ filter: 'secret:x' }).filter).toContain('secret')
  expect(faults({ filter: 'constructor:x' }).filter).toContain('constructor')
  expect(faults({ filter: 'name' }).filter).toBeTruthy()
  expect(faults({ filter: 'made_on::2026' }).filter).toContain('made_on')
  expect(faults({ filter: 'made_on:2026-02-30' }).filter).toContain('YYYY-MM-DD')
  expect(faults({ filter: 'made_on:2026-01-01..x' }).filter).toBeTruthy()
  expect(faults({ filter: 'amount:1.234' }).filter).toBeTruthy()
  for (const page of ['0', '-1', '1.5', 'x', '']) expect(faults({ page }).page).toBeTruthy()
  for (const size of ['2', '100', '0', 'x']) expect(faults({ size }).size).toContain('1, 5, 10, 20, 50')
  expect(faults({ matchStrategy: 'like', filterField: 'name', query: 'x' }).matchStrategy).toBeTruthy()
  expect(faults({ paged: 'maybe' }).paged).toBeTruthy()
  expect(faults({ format: 'pdf' }).format).toBeTruthy()
  expect(faults({ colour: 'red' })).toHaveProperty('colour')
})

test('LIST-8 the canonical form parses to itself, so address and call can share it', () => {
  const query = read({
    page: '2',
    size: '5',
    sort: 'made_on,desc',
    filter: ['made_on:2026-01-01..2026-01-31', 'name::é & ü'],
    format: 'csv',
  })
  expect(read(query)).toEqual(query)
})

test('LIST-7 a range can be open at one end', () => {
  expect(parseRange('a..b')).toEqual({ from: 'a', to: 'b' })
  expect(parseRange('a..')).toEqual({ from: 'a', to: null })
  expect(parseRange('..b')).toEqual({ from: null, to: 'b' })
  expect(parseRange('a')).toEqual({ from: 'a', to: 'a' })
})

test('CARD-9 a choice is found by its value and by its label', () => {
  const options = list.filters.state.kind === 'choice' ? list.filters.state.options : []
  const find = (operator: ':' | '::', query: string) => choicesMatching(options, { field: 'state', operator, query })
  expect(find(':', 'active')).toEqual(['RELEASE'])
  expect(find(':', 'RELEASE')).toEqual(['RELEASE'])
  expect(find('::', 'leas')).toEqual(['RELEASE'])
  expect(find(':', 'nothing')).toEqual([])
})

test('LIST-14 an exact value that is not a choice is refused with the choices', () => {
  for (const filter of ['state:eq:HOLD', 'state:Foo', 'state:HOL', 'state:constructor'])
    expect(faults({ filter }).filter).toBe('state: choose one of RELEASE (ACTIVE), HOLD, CLOSED.')
  expect(faults({ filterField: 'state', matchStrategy: 'exact', query: 'Foo' }).filterField).toContain(
    'RELEASE (ACTIVE), HOLD, CLOSED',
  )
  for (const filter of ['state::Foo', 'state::', 'state:']) expect(faults({ filter })).toEqual({})
})

test('LIT-8 any name of a choice is accepted in any letter case and replaced by its value', () => {
  for (const word of ['RELEASE', 'release', 'Active', 'open', ' Open '])
    expect(read({ filter: `state:${word}` }).filter).toEqual(['state:RELEASE'])
  expect(read({ filter: ['state:inactive', 'state:hold'] }).filter).toEqual(['state:CLOSED', 'state:HOLD'])
  expect(read({ filterField: 'state', query: 'ACTIVE' }).filter).toEqual(['state::ACTIVE'])
})

test('LIST-14 a search finds choices by part of their name, and a whole name matches only itself', () => {
  const options = list.filters.state.kind === 'choice' ? list.filters.state.options : []
  const find = (query: string) => choicesMatching(options, { field: 'state', operator: '::', query })
  expect([find('ACTIVE'), find('activ'), find('ope'), find('lo'), find('x')]).toEqual([
    ['RELEASE'],
    ['RELEASE', 'CLOSED'],
    ['RELEASE'],
    ['CLOSED'],
    [],
  ])
})

test('LIST-7 plus signs, or the spaces they become in an address, can join field, operator and query', () => {
  for (const filter of ['name+::+7083', 'name :: 7083', 'name+::7083', 'name ::7083', 'name::7083'])
    expect(parseFilter(filter)).toEqual({ field: 'name', operator: '::', query: '7083' })
  expect(parseFilter('made_on : 2026-01-02..2026-01-31')).toEqual({
    field: 'made_on',
    operator: ':',
    query: '2026-01-02..2026-01-31',
  })
  // A value that starts with a plus sign or a space keeps it.
  expect(parseFilter('name::+1306')?.query).toBe('+1306')
  expect(parseFilter('name+::++1306')?.query).toBe('+1306')
  expect(parseFilter('name:: x')?.query).toBe(' x')
})

test('LIST-7 a record is found by its number, also as it is printed', () => {
  const packet = { kind: 'id', prefix: 'PC-' } as const
  expect(['12', 'PC-000012', 'pc-12'].map((query) => idIn(packet, query))).toEqual([12, 12, 12])
  expect(['PC-', 'PC-000000', 'PX-12', '012'].map((query) => idIn(packet, query))).toEqual([null, null, null, null])
  expect(isFilterValue({ kind: 'id' }, 'PC-000012')).toBe(false)
})
