import { insertTransaction } from '../factories.ts'
import type { NorthlineApp } from '../northline.ts'
import { denied, type EndpointRow, staffOnly } from './answers.ts'
import { notificationRows } from './notification-rows.ts'

/** The rows for exceptions, and for the notifications of them, in the table of every endpoint (T1). */
export function exceptionRows(world: NorthlineApp): Record<string, EndpointRow> {
  const found = async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into exceptions (transaction_id, company_id, rule) values ($1, $2, 'night_first') returning id`,
      [await insertTransaction(world.owner, world.northlineId), world.northlineId],
    )
    return { params: { id: Number(rows[0]?.id) }, body: { verdict: 'confirmed' } }
  }
  return {
    ...notificationRows,
    'exceptions.list': { answers: { ...denied, desk: 200, northline: 200, prairie: 200, clerk: 200, staff: 200 } },
    'exceptions.judge': {
      answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 409, staff: 200 },
      call: found,
      unknown: 404,
    },
    'exceptionThresholds.get': { answers: staffOnly(200) },
    'exceptionThresholds.save': {
      answers: staffOnly(200),
      call: async () => ({ body: { company_id: world.northlineId, speed_kmh: 110 } }),
    },
  }
}
