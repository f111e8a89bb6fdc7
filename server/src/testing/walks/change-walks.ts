import { cards } from '@portal/contract/cards/cards.ts'
import pg from 'pg'
import { expect } from 'vitest'
import { people } from '../factories.ts'
import { insertCardOf } from '../paying.ts'
import type { TestApp } from '../test-app.ts'
import { changesReader, type Item } from './changes-reader.ts'

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Writer = { client: pg.Client; isOpen: boolean; holds: Set<number> }
/** A program's copy of the list, with everything it was told. */
type Program = {
  who: string
  company: number | null
  cursor: string
  copy: Map<number, Item>
  told: Set<string>
  /** How often a record was told as gone: once, and once more each time it has come to the company again. */
  gone: Map<number, number>
}

const programOf = (who: string, company: number | null): Program => ({
  who,
  company,
  cursor: '',
  copy: new Map(),
  told: new Set(),
  gone: new Map(),
})

type World = {
  service: TestApp
  made: number[]
  writers: Writer[]
  companies: [number, number]
  random: () => number
  /** How often a record was moved to a company, by both. */
  arrivals: Map<string, number>
}

/** Reads one page, checks that nothing in it was told before, and updates the copy. */
async function poll({ service, arrivals }: World, program: Program, size: number): Promise<boolean> {
  const { page } = changesReader(service, program.who, cards.list)
  const { metadata, items } = await page({ cursor: program.cursor, size: String(size) })
  expect(items.length).toBeLessThanOrEqual(size)
  for (const { id, deleted, ...row } of items) {
    if (deleted) {
      const times = (program.gone.get(id) ?? 0) + 1
      program.gone.set(id, times)
      expect([program.who, id, times <= 1 + (arrivals.get(`${id} ${program.company}`) ?? 0)]).toEqual([
        program.who,
        id,
        true,
      ])
      program.copy.delete(id)
      continue
    }
    const state = `${id} ${row.updated_at}`
    expect([program.who, program.told.has(state) ? state : null]).toEqual([program.who, null])
    program.told.add(state)
    program.copy.set(id, { id, ...row })
  }
  program.cursor = metadata.next_cursor
  return metadata.has_more
}

async function end(writer: Writer, random: () => number): Promise<void> {
  await writer.client.query(random() < 0.8 ? 'commit' : 'rollback')
  Object.assign(writer, { isOpen: false, holds: new Set() })
}
/** Changes cards that no other transaction holds. */
async function write(writer: Writer, { made, writers, companies, random, arrivals }: World): Promise<void> {
  const { client } = writer
  const company = () => (random() < 0.5 ? companies[0] : companies[1])
  if (!writer.isOpen) await client.query('begin')
  writer.isOpen = true
  const held = new Set(writers.filter((one) => one !== writer).flatMap(({ holds }) => [...holds]))
  const free = made.filter((id) => !held.has(id)).sort(() => random() - 0.5)
  const some = free.slice(0, 1 + Math.floor(random() * 4))
  for (const id of some) writer.holds.add(id)
  const kind = random()
  const change = (what: string, to: string | number) =>
    client.query(`update cards set ${what} = $2, version = version + 1, updated_at = now() where id = any($1)`, [
      some,
      to,
    ])
  if (kind < 0.5) await change('card_group', `G${Math.floor(random() * 1000)}`)
  else if (kind < 0.7) {
    const to = company()
    for (const id of some) arrivals.set(`${id} ${to}`, (arrivals.get(`${id} ${to}`) ?? 0) + 1)
    await change('company_id', to)
  } else if (kind < 0.8) await client.query('delete from cards where id = $1', [some[0]])
  else {
    const id = await insertCardOf(client, company())
    made.push(id)
    writer.holds.add(id)
  }
}

/** Reads to the end and compares the copy with the cards. */
async function checkCopy(world: World, program: Program): Promise<void> {
  while (await poll(world, program, 23));
  const { rows: real } = await world.service.owner.query<{ id: number; version: number }>(
    'select id::int, version from cards where $1::bigint is null or company_id = $1 order by id',
    [program.company],
  )
  const copied = [...program.copy.values()].map(({ id, version }) => ({ id, version }))
  expect([program.who, copied.sort((a, b) => a.id - b.id)]).toEqual([program.who, real])
}

/**
 * Transactions that begin, change, create, move and delete cards, and end in any order, while programs read with pages of
 * any size. In the end every copy is the list, and nothing was told twice.
 */
export async function walkChanges(service: TestApp, seed: number, steps: number): Promise<void> {
  const { owner, urls } = service
  const random = randomOf(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const { rows } = await owner.query<{ id: number }>(
    `select company_id::int as id from users where email = any($1) order by array_position($1, email)`,
    [[people.northline, people.prairie]],
  )
  const companies = rows.map(({ id }) => id) as [number, number]
  const made: number[] = []
  for (let n = 0; n < 8; n++) made.push(await insertCardOf(owner, companies[n % 2] as number))
  const writers: Writer[] = []
  for (let n = 0; n < 3; n++) {
    const client = new pg.Client({ connectionString: urls.ownerUrl })
    await client.connect()
    writers.push({ client, isOpen: false, holds: new Set() })
  }
  const programs = [
    programOf(people.staff, null),
    programOf(people.northline, companies[0]),
    programOf(people.prairie, companies[1]),
  ]
  const world: World = { service, made, writers, companies, random, arrivals: new Map() }
  try {
    for (let step = 0; step < steps; step++) {
      const writer = one(writers)
      const kind = random()
      if (kind < 0.4) await write(writer, world)
      else if (kind < 0.55 && writer.isOpen) await end(writer, random)
      else await poll(world, one(programs), one([1, 2, 5, 50, 1000]))
    }
    // Everything committed is reported, also beside transactions that stay open.
    for (const program of programs) await checkCopy(world, program)
    for (const writer of writers) if (writer.isOpen) await end(writer, random)
    for (const program of programs) await checkCopy(world, program)
  } finally {
    for (const { client } of writers) await client.end()
  }
}
