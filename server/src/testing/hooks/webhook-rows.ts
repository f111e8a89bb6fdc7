import type { NorthlineApp } from '../northline.ts'
import { denied, type EndpointRow } from '../rows/answers.ts'

/** Those who manage users, each with their own company's: to others there is no such webhook. */
const admins = (status: number, foreign = status) => ({
  ...denied,
  desk: 403,
  clerk: 403,
  northline: status,
  prairie: foreign,
  staff: foreign,
})
const body = { url: 'https://8.8.8.8/in', events: ['card.held'] }

/** The rows for webhooks in the table of every endpoint (T1). */
export function webhookRows(world: NorthlineApp): Record<string, EndpointRow> {
  const { owner } = world
  /** The only one, since a company has at most 20. */
  const webhook = async () => {
    await owner.query('delete from webhooks where company_id = $1', [world.northlineId])
    const { rows } = await owner.query<{ id: string }>(
      `insert into webhooks (company_id, url, events) values ($1, $2, $3) returning id`,
      [world.northlineId, body.url, body.events],
    )
    return { params: { id: Number(rows[0]?.id) } }
  }
  const delivery = async () => {
    const { id } = (await webhook()).params
    const { rows } = await owner.query<{ id: string }>(
      `insert into webhook_deliveries (webhook_id, company_id, about_company_id, event, source, occurred_at, data, next_attempt_at, status)
       values ($1, $2, $2, 'card.held', 'card 1', now(), '{}', now(), 'failed') returning id`,
      [id, world.northlineId],
    )
    return { params: { id: Number(rows[0]?.id) } }
  }
  const own = { answers: admins(200, 404), call: webhook, unknown: 404 }
  return {
    'webhooks.list': { answers: admins(200) },
    'webhooks.create': { answers: admins(201), call: async () => ({ body }) },
    'webhooks.get': own,
    'webhooks.update': { ...own, call: async () => ({ ...(await webhook()), body }) },
    'webhooks.remove': { ...own, answers: admins(204, 404) },
    'webhooks.rotateSecret': own,
    'webhooks.test': own,
    'webhooks.deliveries': own,
    'webhooks.resend': { ...own, call: delivery },
  }
}
