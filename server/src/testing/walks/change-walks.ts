import { cards } from '@portal/contract/cards/cards.ts'
import pg from 'pg'
import { expect } from 'vitest'
import { allEnded, changesReader, type Item } from '../changes.ts'
import { people } from '../factories.ts'
import { insertCardOf } from '../paying.ts'
import type { TestApp } from '../test-app.ts'

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
}

/**
 * Transactions that begin, change, create, move and delete cards, and end in any order, while programs read with pages of
 * any size. In the end every copy is the list, and nothing was told twice.
 */
export async function walkChanges(service: TestApp, seed: number, steps: number): Promise<void> {
  const { owner, urls } = service
  const random = randomOf(seed)
  const below = (count: number) => Math.floor(random() * count)
  const { rows } = await owner.query<{ id: number }>(
    `select company_id::int as id from users where email = any($1) order by array_position($1, email)`,
    [[people.northline, people.prairie]],
  )
  const [northline, prairie] = rows.map(({ id }) => id) as [number, number]
  const made: number[] = []
  for (let n = 0; n < 8; n++) made.push(await insertCardOf(owner, n % 2 ? northline : prairie))
  const writers: Writer[] = []
  for (let n = 0; n < 3; n++) {
    const client = new pg.Client({ connectionString: urls.ownerUrl })
    await client.connect()
    writers.push({ client, isOpen: false, holds: new Set() })
  }
  const programOf = (who: string, company: number | null): Program => ({
    who,
    company,
    cursor: '',
    copy: new Map(),
    told: new Set(),
  })
  const programs = [
    programOf(people.staff, null),
    programOf(people.northline, northline),
    programOf(people.prairie, prairie),
  ]

  /** Reads one page, checks that nothing in it was told before, and updates the copy. */
  const poll = async (program: Program, size: number): Promise<boolean> => {
    const { page } = changesReader(service, program.who, cards.list)
    const { metadata, items } = await page({ cursor: program.cursor, size: String(size) })
    expect(items.length).toBeLessThanOrEqual(size)
    for (const item of items) {
      const state = `${item.id} ${item.deleted ? 'deleted' : item.updated_at}`
      // A record that comes back may go again.
      if (!item.deleted) program.told.delete(`${item.id} deleted`)
      expect([seed, program.who, program.told.has(state) ? state : null]).toEqual([seed, program.who, null])
      program.told.add(state)
      if (item.deleted) program.copy.delete(item.id)
      else program.copy.set(item.id, item)
    }
    program.cursor = metadata.next_cursor
    return metadata.has_more
  }
  const end = async (writer: Writer) => {
    await writer.client.query(random() < 0.8 ? 'commit' : 'rollback')
    Object.assign(writer, { isOpen: false, holds: new Set() })
  }
  /** Changes cards that no other transaction holds. */
  const write = async (writer: Writer) => {
    const { client } = writer
    if (!writer.isOpen) await client.query('begin')
    writer.isOpen = true
    const held = new Set(writers.filter((one) => one !== writer).flatMap(({ holds }) => [...holds]))
    const free = made.filter((id) => !held.has(id)).sort(() => random() - 0.5)
    const some = free.slice(0, 1 + below(4))
    for (const id of some) writer.holds.add(id)
    const kind = below(10)
    if (kind < 5)
      await client.query(
        'update cards set card_group = $2, version = version + 1, updated_at = now() where id = any($1)',
        [some, `G${below(1000)}`],
      )
    else if (kind < 7)
      await client.query(
        'update cards set company_id = $2, version = version + 1, updated_at = now() where id = any($1)',
        [some, random() < 0.5 ? northline : prairie],
      )
    else if (kind < 8) await client.query('delete from cards where id = $1', [some[0]])
    else {
      const id = await insertCardOf(client as unknown as pg.Pool, random() < 0.5 ? northline : prairie)
      made.push(id)
      writer.holds.add(id)
    }
  }

  try {
    for (let step = 0; step < steps; step++) {
      const writer = writers[below(writers.length)] as Writer
      const program = programs[below(programs.length)] as Program
      const kind = below(10)
      if (kind < 4) await write(writer)
      else if (kind < 6 && writer.isOpen) await end(writer)
      else await poll(program, [1, 2, 5, 50, 1000][below(5)] as number)
    }
    for (const writer of writers) if (writer.isOpen) await end(writer)
    await allEnded(owner)
    for (const program of programs) {
      while (await poll(program, 1 + below(60)));
      const { rows: real } = await owner.query<{ id: number; version: number; card_group: string }>(
        'select id::int, version from cards where $1::bigint is null or company_id = $1 order by id',
        [program.company],
      )
      const copied = [...program.copy.values()].map(({ id, version }) => ({ id, version }))
      expect([seed, program.who, copied.sort((a, b) => a.id - b.id)]).toEqual([seed, program.who, real])
    }
  } finally {
    for (const { client } of writers) await client.end()
  }
}
