import { type CardRow, cardList, cards } from '@portal/contract/cards/cards.ts'
import { AppError } from '@portal/contract/errors.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { defineList } from '@portal/contract/list.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { listCards } from '../../cards/cards.queries.ts'
import { people } from '../../testing/factories.ts'
import { noteStatements } from '../../testing/plans.ts'
import { testApp } from '../../testing/test-app.ts'
import { staffScope } from '../access/scope.ts'
import type { ChunkedQuery, Cursor } from './asked.ts'
import { paginate } from './paginate.ts'

const { ask, database, owner } = await testApp()
await owner.query('update cards set card_issue_date = null where id % 3 = 0')
const scope = staffScope(1)
const fetchCards = (query: ChunkedQuery) =>
  database.transaction(scope, (db) => listCards(db, scope, query)) as Promise<{
    cards: CardRow[]
    next?: Cursor | null
  }>
type Listed = { cards: CardRow[]; metadata: { page: number; total_count: number; total_kind: string } }
const base = { paged: true, page: 1, size: 50, filter: [] }

test('LIST-9 LIST-11 a whole list read by cursors has every record once, in page order, over ties and empty values', async () => {
  for (const field of ['card_issue_date', 'uom', 'company_name', 'refreshing_cash_balance'] as const)
    for (const direction of ['asc', 'desc'] as const) {
      const sort = `${field},${direction}`
      const ids: number[] = []
      let after: Cursor | null = null
      do {
        const chunk: { cards: CardRow[]; next?: Cursor | null } = await fetchCards({
          ...base,
          sort,
          chunk: { size: 37, after },
        })
        ids.push(...chunk.cards.map(({ id }) => id))
        after = chunk.next ?? null
      } while (after)
      const paged: number[] = []
      for (let page = 1; page <= 12; page++)
        paged.push(...(await fetchCards({ ...base, sort, page })).cards.map(({ id }) => id))
      expect([sort, new Set(ids).size, ids]).toEqual([sort, 600, paged])
      const ties = Map.groupBy(
        (await Promise.all([1, 2].map((page) => fetchCards({ ...base, sort, page })))).flatMap(({ cards }) => cards),
        (card) => card[field],
      )
      for (const tied of ties.values()) {
        const order = tied.map(({ id }) => id)
        expect(order).toEqual(order.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)))
      }
    }
})

test('LIST-7 a search finds the same rows on any page, whatever their number or case, and treats signs literally', async () => {
  await owner.query(`update cards set trailer_number = 'Ab%_' || id || '\\x' where id <= 40`)
  for (const [text, matches] of [
    ['ab%_', 'id <= 40'],
    ['%_', 'id <= 40'],
    ['%_1', `id <= 40 and id::text like '1%'`],
    ['\\', 'id <= 40'],
    ['_%', 'false'],
  ] as const)
    for (const sort of ['driver_name,asc', 'card_number,desc']) {
      const [column, way] = sort.split(',')
      const { rows } = await owner.query(
        `select id::int from cards where ${matches} order by ${column} ${way}, id ${way}`,
      )
      const seen: number[] = []
      for (const page of [1, 2, 3, 4]) {
        const { cards, metadata } = (await fetchCards({
          ...base,
          size: 10,
          page,
          sort,
          filter: [`trailer_number::${text}`],
        })) as Listed
        expect([text, metadata.total_count, metadata.total_kind]).toEqual([text, rows.length, 'exact'])
        if (metadata.page === page) seen.push(...cards.map(({ id }) => id))
      }
      expect([text, sort, seen]).toEqual([text, sort, rows.map(({ id }) => id)])
    }
})

test('LIST-1 a sort without an index is rejected for staff without a filter, with the reason', async () => {
  const strict = defineList({ ...cardList, aliases: {}, defaultSort: 'card_number,asc', sortsNeedingFilter: ['uom'] })
  const ask = (filter: string[], role: 'portal_staff' | 'portal_customer') =>
    database.transaction({ role, company_id: 2 }, (db) =>
      paginate(
        db,
        { role, company_id: 2 },
        strict,
        { ...base, sort: 'uom,asc', filter },
        Object.fromEntries(
          [...cardList.sort, ...Object.keys(cardList.filters), 'id'].map((name) => [name, `cards.${name}`]),
        ) as never,
        {
          from: db.selectFrom('cards'),
          show: (cards) => cards.select(['cards.id']),
          row: (row) => row,
        },
      ),
    )
  await expect(ask([], 'portal_staff')).rejects.toMatchObject(
    new AppError('list.sort-needs-filter', { sort: 'list.sort-needs-filter' }),
  )
  expect((await ask(['driver_name::a'], 'portal_staff')).metadata.total_count).toBeGreaterThan(0)
  expect((await ask([], 'portal_customer')).metadata.total_count).toBeGreaterThan(0)
})

test('LIST-7 LIST-9 LIST-11 without a match the count alone answers, in any order: no rows are queried', async () => {
  const { sent, stop } = noteStatements()
  try {
    for (const [endpoint, filters] of [
      [cards.list, ['driver_name::qqqq', 'driver_name:qqqq', 'card_issue_date:1990-01-01']],
      [transactions.list, ['location::qqqq', 'txn_amount:99999999..']],
    ] as const)
      for (const filter of filters)
        for (const query of [{}, { page: '7' }, { sort: 'card_number,desc' }, { paged: 'false' }, { format: 'csv' }]) {
          sent.length = 0
          const { status, body, text } = await ask(people.staff, endpoint, { query: { ...query, filter } })
          const found = body
            ? [body.metadata.page, body.metadata.total_count, body[endpoint.list.rows]]
            : text.trim().split('\n').length
          expect([filter, query, status, found]).toEqual([filter, query, 200, body ? [1, 0, []] : 1])
          expect(sent.some(({ text: one }) => /count/.test(one))).toBe(true)
          expect([
            filter,
            query,
            sent.filter(
              ({ text: one }) =>
                /order by/i.test(one) && /from "(cards|transactions)"/.test(one) && !/count\(\*\)/.test(one),
            ),
          ]).toEqual([filter, query, []])
        }
  } finally {
    stop()
  }
})

test('LIST-11 a search’s download has each match once, in order, whether few or many', async () => {
  for (const [filter, matches] of [
    ['driver_name::a', `driver_name ilike '%a%'`],
    ['trailer_number::Ab%_', 'id <= 40'],
    ['trailer_number::Ab%_1\\x', 'id = 1'],
  ] as const) {
    const { rows } = await owner.query(`select card_number from cards where ${matches} order by card_number desc`)
    const { text } = await ask(people.staff, cards.list, { query: { filter, format: 'csv', sort: 'card_number,desc' } })
    const numbers = text.match(/\b\d{8,19}\b(?=[",])/g) ?? []
    expect(rows.length).toBeGreaterThan(0)
    expect([
      filter,
      [...new Set(numbers)].filter((one) => rows.some(({ card_number }) => card_number === one)),
    ]).toEqual([filter, rows.map(({ card_number }) => card_number)])
    expect(text.trim().split('\n').length).toBe(rows.length + 1)
  }
})

test('LIST-7 LIST-12 a plain page says its size in its text, so that PostgreSQL keeps its plan', async () => {
  const { sent, stop } = noteStatements()
  try {
    for (const [query, end] of [
      [{ size: '10' }, /limit 10$/],
      [{ size: '5' }, /limit 5$/],
      [{ size: '10', page: '2' }, /limit 10 offset \$\d+$/],
      [{ size: '10', page: '3' }, /limit 10 offset \$\d+$/],
    ] as const)
      for (const endpoint of [cards.list, transactions.list, invoices.list]) {
        sent.length = 0
        const { body } = await ask(people.staff, endpoint, { query })
        const rows = body[endpoint.list.rows]
        // A page past the end is found by its total.
        if (body.metadata.page !== Number(('page' in query && query.page) || 1)) continue
        expect(rows.length).toBeLessThanOrEqual(Number(query.size))
        const pages = sent.map(({ text }) => text).filter((text) => /order by/i.test(text) && /limit/.test(text))
        expect([endpoint.id, query, pages.length, pages.every((text) => end.test(text))]).toEqual([
          endpoint.id,
          query,
          1,
          true,
        ])
      }
  } finally {
    stop()
  }
})
