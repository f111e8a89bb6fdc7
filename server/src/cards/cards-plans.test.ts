import { cardList, cards } from '@portal/contract/cards/cards.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../demo/demo.queries.ts'
import { staffScope } from '../platform/access/scope.ts'
import { people } from '../testing/factories.ts'
import { explain, type PlanNode, planNodesOf, statementsOf } from '../testing/plans.ts'
import { settle } from '../testing/settled.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database, urls } = await testApp()
const size = 60_000
const sorts = cardList.sort.filter((field) => !cardList.sortsWhenShort.includes(field))

beforeAll(async () => {
  await seedDemo(urls.ownerUrl, { cards: size, companies: 300 })
  // Two companies share a name and some dates are empty, to test the order of equal values.
  await owner.query(`update companies set name = 'Fleet 00100 Transport' where name = 'Fleet 00101 Transport'`)
  await owner.query('update cards set card_issue_date = null where id % 50 = 0')
  await settle(owner, 'cards')
})

/**
 * Reports a full table scan, or a sort of more rows than a list may have. Reading rows until enough match is allowed.
 */
function faultsOf(node: PlanNode, isLimited = false): string[] {
  const isBounded = isLimited || node['Node Type'] === 'Limit'
  const isWholeScan = /Seq Scan/.test(node['Node Type']) && node['Relation Name'] === 'cards'
  const isLooking = isBounded && (node.Filter === undefined || node.Filter.includes('COALESCE'))
  const isBigSort = node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Plan Rows'] ?? 0) > 20_000
  return [
    ...(isWholeScan && !isLooking ? [`scans all cards for ${node.Filter}`] : []),
    ...(isBigSort ? [`sorts ${node.Plans?.[0]?.['Plan Rows']} rows`] : []),
    ...(node.Plans ?? []).flatMap((child) => faultsOf(child, isBounded)),
  ]
}
async function plansOf(query: Record<string, string>): Promise<PlanNode[]> {
  const statements = await statementsOf(['cards'], async () => {
    const answer = await ask(people.staff, cards.list, { query })
    expect([query, answer.status]).toEqual([query, 200])
    expect(answer.body.cards.length).toBeGreaterThan(0)
  })
  const plans = await explain(database, staffScope(0), statements)
  expect([query, plans.flatMap((plan) => faultsOf(plan))]).toEqual([query, []])
  return plans.flatMap(planNodesOf)
}

const indexOf: Record<string, string> = {
  card_number: 'cards_card_number_key',
  company_name: 'companies_name',
  plastic_type: 'cards_plastic_type',
  trailer_number: 'cards_trailer_number',
  card_status: 'cards_status',
  cash_advance_type: 'cards_cash_advance',
  driver_name: 'cards_driver_name',
  vehicle_assigned_to_card: 'cards_vehicle',
  non_highway_fuel_limit: 'cards_non_highway',
  uom: 'cards_uom',
  card_issue_date: 'cards_issue_date',
}

describe.each(sorts)('by %s', (field) => {
  test('LIST-1 the first page and a far page come from the sort’s index, in both directions', async () => {
    for (const direction of ['asc', 'desc']) {
      const first = await plansOf({ sort: `${field},${direction}` })
      expect(first.map((node) => node['Index Name'])).toContain(indexOf[field])
      const far = await plansOf({ sort: `${field},${direction}`, page: '2900' })
      const walks = far.filter(
        (node) => node['Index Name'] === (field === 'company_name' ? 'cards_company' : indexOf[field]),
      )
      expect([field, direction, walks.map((node) => node['Node Type'])]).toEqual([
        field,
        direction,
        ['Index Only Scan'],
      ])
    }
  })

  test('LIST-7 a far page is the same slice of the whole order, whichever end it is read from', async () => {
    const order: Record<string, string> = {
      company_name: 'companies.name',
      non_highway_fuel_limit: 'non_highway_fuel_limit_milli',
    }
    const isTricky = ['card_number', 'company_name', 'card_issue_date'].includes(field)
    for (const direction of isTricky ? ['asc', 'desc'] : ['desc']) {
      const { rows } = await owner.query(
        `select cards.id::int from cards join companies on companies.id = company_id order by ${order[field] ?? field} ${direction}, cards.id ${direction}`,
      )
      const whole = rows.map(({ id }) => id)
      for (const page of [20, 21, 600, 601, 1200, 9999]) {
        const { body } = await ask(people.staff, cards.list, {
          query: { sort: `${field},${direction}`, size: '50', page: String(page) },
        })
        const shown = Math.min(page, 1200)
        expect(body.metadata).toEqual({
          page: shown,
          size: 50,
          total_count: size,
          total_pages: 1200,
          total_kind: 'exact',
        })
        expect([page, body.cards.map(({ id }: { id: number }) => id)]).toEqual([
          page,
          whole.slice((shown - 1) * 50, shown * 50),
        ])
      }
    }
  })
})

test('LIST-1 CARD-3 every filter uses an index, or scans where most cards match', async () => {
  const filters = [
    'card_number::7083',
    'card_number::50801',
    'card_number:70830500007919',
    'company_name::Northline',
    'company_name::Fleet',
    'company_number:C00042',
    'company_number::C0004',
    'plastic_type:Spare',
    'trailer_number::TR-1013',
    'trailer_number:TR-1013',
    'card_status:ACTIVE',
    'card_status:Closed',
    'driver_name::Lavoie',
    'driver_name::a',
    'driver_name:Zoé Lavoie',
    'card_issue_date:2024-02-01..2024-02-28',
    'card_issue_date:2024-02-01',
  ]
  const known = new Set(filters.map((filter) => filter.split(':')[0]))
  expect(Object.keys(cardList.filters).filter((field) => !known.has(field))).toEqual([])
  const exists = (await owner.query(`select driver_name from cards order by id limit 1`)).rows[0].driver_name
  for (const filter of filters.map((one) => one.replace('Zoé Lavoie', exists)))
    for (const sort of ['card_number,asc', 'driver_name,desc']) await plansOf({ filter, sort })
})

test('LIST-1 a sort without an index works up to a bound and is rejected beyond it', async () => {
  const sort = 'refreshing_cash_balance,desc'
  for (const query of [{ sort }, { sort, filter: 'card_number::7083' }, { sort, format: 'csv' }]) {
    const { status, body } = await ask(people.staff, cards.list, { query: query as Record<string, string> })
    expect([status, body.error?.fields]).toEqual([
      400,
      { sort: 'Filter by company or date first to sort by this column.' },
    ])
  }
  for (const [who, filter] of [
    [people.staff, 'company_name::Northline'],
    [people.northline, 'card_number::7083'],
  ] as const)
    expect((await ask(who, cards.list, { query: { sort, filter } })).status).toBe(200)
})

test('LIST-12 totals are exact where counts are stored, and say so where they are not', async () => {
  const totalOf = async (filter: string[]) => {
    const { total_count, total_kind } = (await ask(people.staff, cards.list, { query: { filter } })).body.metadata
    return [total_count, total_kind]
  }
  const { rows } = await owner.query(`select count(*)::int as active from cards where card_status = 'RELEASE'`)
  expect(rows[0].active).toBeGreaterThan(50_000)
  expect(await totalOf(['card_status:ACTIVE'])).toEqual([rows[0].active, 'exact'])
  expect(await totalOf(['card_status:ACTIVE', 'card_status:HOLD'])).toEqual([0, 'exact'])
  expect(await totalOf(['card_number::7083'])).toEqual([50_000, 'at_least'])
})
