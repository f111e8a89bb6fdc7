import type { NorthlineApp } from '../northline.ts'
import type { Ask } from '../test-app.ts'
import { type EndpointRow, signedIn } from './answers.ts'

let made = 0
const newView = () => ({
  list: 'cards.list',
  name: `View ${++made}`,
  is_shared: false,
  filter: ['card_status:HOLD'],
  sort: 'card_number,asc',
  size: 20,
  columns: [{ key: 'card_number', width: 160 }],
})
/** A view of Northline's Admin, which no other user sees. */
async function northlineView({ owner, northlineId }: NorthlineApp): Promise<Ask> {
  const { rows } = await owner.query(
    `insert into list_views (company_id, user_id, list, name, size)
     select $1, id, 'cards.list', $2, 10 from users where email = 'admin@northline.test' returning id`,
    [northlineId, `View ${++made}`],
  )
  return { params: { id: Number(rows[0].id) } }
}
const northlineOnly = (status: number) => ({ ...signedIn(404), northline: status })

/** Views of lists: users reach their own and their company's. */
export const viewRows = (world: NorthlineApp): Record<string, EndpointRow> => ({
  'views.settings': { answers: signedIn(200) },
  'views.arrange': {
    answers: signedIn(200),
    call: async () => ({ body: { list: 'cards.list', columns: [{ key: 'card_number' }] } }),
  },
  'views.setDensity': { answers: signedIn(200), call: async () => ({ body: { density: 'compact' } }) },
  'views.list': { answers: signedIn(200), call: async () => ({ query: { list: 'cards.list' } }) },
  'views.create': { answers: signedIn(201), call: async () => ({ body: newView() }) },
  'views.update': {
    answers: northlineOnly(200),
    call: async () => ({ ...(await northlineView(world)), body: { size: 50 } }),
    unknown: 404,
  },
  'views.remove': { answers: northlineOnly(204), call: () => northlineView(world), unknown: 404 },
})
