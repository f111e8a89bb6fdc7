import { sql } from 'kysely'
import { type DrawnStop, listDrawn, lockDrawnCards } from '../balances/card-draws.queries.ts'
import { availableOf, balanceNames, type DrawnCard, type Draws, drawnBy, redraw } from '../balances/card-draws.rules.ts'
import type { Db } from '../db/connect.ts'

type Credit = Draws & { transaction_id: number; card_id: number; reverses_id: number }
const listCredits = async (db: Db): Promise<Credit[]> =>
  (
    await sql<Credit>`
    select d.transaction_id, d.card_id, t.reverses_id, d.fuel_milli, d.product_cents, d.reefer_milli, d.cash_cents, 0::bigint as dash_cents
    from import_draws d join transactions t on t.id = d.transaction_id where d.sign = -1 and t.reverses_id is not null order by d.transaction_id`.execute(
      db,
    )
  ).rows

const balances = sql.raw(balanceNames.join(', '))
const columns = sql.raw(balanceNames.map((name) => `${name} bigint`).join(', '))
const set = sql.raw(balanceNames.map((name) => `${name} = n.${name}`).join(', '))
async function writeAll(
  db: Db,
  cards: readonly DrawnCard[],
  notes: readonly (Draws & { transaction_id: number })[],
): Promise<void> {
  await sql`
    update cards set ${set} from (select id, ${balances} from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as c (id bigint, ${columns})) n
    where cards.id = n.id`.execute(db)
  await sql`
    insert into card_draws (transaction_id, fuel_milli, product_cents, reefer_milli, cash_cents, dash_cents)
    select * from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
      as n (transaction_id bigint, fuel_milli bigint, product_cents bigint, reefer_milli bigint, cash_cents bigint, dash_cents bigint)`.execute(
    db,
  )
}

/**
 * The credits of a file, after its purchases have drawn: one after the other by the rule of those that are typed, since
 * each has as much to give back as the ones before it have left.
 */
export async function giveBackCredits(db: Db): Promise<void> {
  const credits = await listCredits(db)
  if (credits.length === 0) return
  const cards = new Map(
    (await lockDrawnCards(db, [...new Set(credits.map(({ card_id }) => card_id))])).map((card) => [card.id, card]),
  )
  const waiting = new Set(credits.map(({ transaction_id }) => transaction_id))
  const originalOf = ({ id, reverses_id }: DrawnStop) => reverses_id ?? id
  const stops = (await listDrawn(db, [...new Set(credits.map(({ reverses_id }) => reverses_id))])).filter(
    ({ id }) => !waiting.has(id),
  )
  const byOriginal = Map.groupBy(stops, originalOf)
  const notes = credits.map(({ transaction_id, card_id, reverses_id, ...asked }) => {
    const card = cards.get(card_id) as DrawnCard
    const known = byOriginal.get(reverses_id) ?? []
    const available = availableOf(known.filter((stop) => stop.card_id === card_id).map(({ drawn }) => drawn))
    const done = redraw(card, null, { asked, available }, 0)
    cards.set(card_id, { ...card, ...done.balances })
    byOriginal.set(reverses_id, [
      ...known,
      { id: transaction_id, card_id, reverses_id, drawn: drawnBy(asked, done.draws, true, 0) },
    ])
    return { transaction_id, ...done.draws }
  })
  await writeAll(db, [...cards.values()], notes)
}
