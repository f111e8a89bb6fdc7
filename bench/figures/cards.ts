import { asOwner } from '../../server/src/db/owner.ts'
import type { Bench, Figure } from '../runner/bench.ts'
import { besideBare } from '../runner/beside-bare.ts'
import { okText, send } from '../runner/http.ts'
import { customer } from '../seed/dataset.ts'

const path = '/v2/fuel-card-management'

/** The customer whose cards are read and changed. Closed ones stay as they are. */
export const cardsOf = (ownerUrl: string): Promise<{ company: number; ids: number[] }> =>
  asOwner(ownerUrl, 'portal bench', async (owner) => {
    const { rows } = await owner.query(
      `select c.id::int as company, array_agg(k.id::int order by k.id) as ids from companies c join cards k on k.company_id = c.id
       where c.name = $1 and k.card_status <> 'CLOSED' group by c.id`,
      [customer.name],
    )
    return rows[0]
  })

/** What a customer's Admin does with cards: the list, one of them, and a change with its version and audit row. */
export async function cardCalls({ site }: Pick<Bench, 'site'>) {
  const headers = await site.signIn(customer.email)
  const { company, ids } = await cardsOf(site.database.ownerUrl)
  const idOf = (n: number) => ids[n % ids.length] as number
  const bodies = new Map<number, Record<string, unknown>>()
  return {
    company,
    idOf,
    list: () => site.get(`${path}?page=1&size=10`, headers),
    get: (n: number) => site.get(`${path}/${idOf(n)}`, headers),
    async update(n: number): Promise<string> {
      const id = idOf(n)
      const body = bodies.get(id) ?? JSON.parse(await site.get(`${path}/${id}`, headers))
      const answer = okText(
        await send(site.portal.port, 'PUT', `${path}/${id}`, headers, { ...body, driver_name: `Driver ${n}` }),
      )
      bodies.set(id, { ...body, version: JSON.parse(answer).version ?? Number(body.version) + 1 })
      return answer
    },
  }
}

export const cardsFigure: Figure = {
  name: 'cards',
  async measure(bench) {
    const { company, idOf, list, get, update } = await cardCalls(bench)
    return [
      await besideBare(bench, {
        figure: 'list of ten cards of a company',
        most: 1.8,
        ours: list,
        bare: 'cards',
        idOf: () => company,
        rows: 10,
      }),
      await besideBare(bench, { figure: 'a card by id', most: 1.8, ours: get, bare: 'card', idOf, rows: 1 }),
      await besideBare(bench, {
        figure: 'update of a card, with audit row and version check',
        most: 2.6,
        ours: update,
        bare: 'change',
        idOf,
        rows: 1,
        isWrite: true,
      }),
    ]
  },
}
