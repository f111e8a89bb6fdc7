import type { NorthlineApp } from '../northline.ts'
import { denied, type EndpointRow, staffOnly, type Who } from './answers.ts'
import { iftaForm } from './ifta-world.ts'

/** For those with access to reporting; `foreign` is what another company gets for Northline's records. */
const reporting = (foreign: number) => ({
  ...denied,
  desk: 403,
  northline: 200,
  prairie: foreign,
  clerk: 403,
  staff: 200,
})
let made = 0
/** An upload of Northline's own, each of another quarter. */
async function storedUpload({ owner, northlineId }: NorthlineApp): Promise<number> {
  const year = 2000 + made++
  const { rows } = await owner.query<{ id: string }>(
    `insert into ifta_uploads (company_id, kind, quarter, file_name, sha256, rows) values ($1, 'fuel', $2, 'fuel.csv', sha256('fuel'), 1) returning id`,
    [northlineId, `${year}Q1`],
  )
  return Number(rows[0]?.id)
}

/** The rows for IFTA in the table of every endpoint (T1). */
export function iftaRows(world: NorthlineApp): Record<string, EndpointRow> {
  const quarter = '2023Q1'
  const query = () => ({ quarter, company_id: String(world.northlineId) })
  const asked = async () => ({ query: query() })
  const sent = (kind: 'distances' | 'fuel', row: string) => async (_: Who) => ({
    query: query(),
    ...iftaForm(kind, [row.replace('#', String(++made))]),
  })
  return {
    'ifta.worksheet': { answers: reporting(404), call: asked },
    'ifta.distances': { answers: reporting(404), call: asked },
    'ifta.fuel': { answers: reporting(404), call: asked },
    'ifta.rates': { answers: reporting(200), call: async () => ({ query: { quarter } }) },
    'ifta.template': { answers: reporting(200), call: async () => ({ params: { kind: 'fuel' } }), unknown: 400 },
    'ifta.uploadDistances': { answers: reporting(404), call: sent('distances', 'T1,ON,#,km') },
    'ifta.uploadFuel': { answers: reporting(404), call: sent('fuel', 'T1,ON,diesel,#,L,yes') },
    'ifta.removeUpload': {
      answers: { ...reporting(404), northline: 204, staff: 204 },
      call: async () => ({ params: { id: await storedUpload(world) } }),
      unknown: 404,
    },
    'ifta.uploadRates': {
      answers: staffOnly(200),
      call: async () => ({ query: { quarter }, ...iftaForm('rates', ['ON,diesel,0.1,L,CAD,']) }),
    },
  }
}
