import { serviceFiles, servicePlans, services } from '@portal/contract/units/upkeep.ts'
import { people } from '../factories.ts'
import { type NorthlineApp, northlineUnit } from '../northline.ts'
import { form } from '../uploads.ts'
import { denied, type EndpointRow } from './answers.ts'

let made = 0
/** A typed purchase of oil for a unit, which the portal proposes as a service. */
async function oilPurchase(world: NorthlineApp, unitId: number): Promise<number> {
  const { rows } = await world.owner.query<{ id: string }>(
    `with t as (insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, vehicle, source)
         select company_id, 'OIL' || $2, '2026-06-01', 'CAD', 5000, unit_number, 'manual' from units where id = $1 returning id, company_id)
       select id from t`,
    [unitId, ++made],
  )
  const id = Number(rows[0]?.id)
  await world.owner.query(
    `insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
         price_quantity_milli, pre_cents, amount_cents, formula)
       select id, company_id, 0, authentication_id, 'OIL', 1000, 50000000, 5000, 50000000, 1000, 5000, 5000, 1 from transactions where id = $1`,
    [id],
  )
  return id
}

/** The rows of services, their files and plans, in the table of every endpoint (T1). */
export function upkeepRows(world: NorthlineApp): Record<string, EndpointRow> {
  const own = (status: number, other = 404) => ({
    ...denied,
    desk: 403,
    northline: status,
    prairie: other,
    clerk: 403,
    staff: status,
  })
  const unitId = async () => (await northlineUnit(world)).params.id
  const planBody = () => ({ kind: `Wash ${++made}`, every_km: 5000 })
  const serviceBody = () => ({ kind: 'oil', day: '2026-06-01', odometer: 1000 })
  const service = async () => {
    const { body } = await world.ask(people.staff, services.create, {
      body: { ...serviceBody(), unit_id: await unitId() },
    })
    return { params: { id: body.id }, body: serviceBody() }
  }
  const plan = async () => {
    const { body } = await world.ask(people.staff, servicePlans.create, {
      body: { ...planBody(), unit_id: await unitId() },
    })
    return { params: { id: body.id }, body: planBody() }
  }
  const proposal = async () => ({ params: { id: await oilPurchase(world, await unitId()) }, body: {} })
  const withFile = async () => {
    const { params } = await service()
    const { body } = await world.ask(people.staff, serviceFiles.add, {
      params,
      ...form({ content: 'words', name: 'a.txt' }),
    })
    return { params: { id: params.id, fileId: body.id } }
  }
  return {
    'services.list': { answers: own(200, 200) },
    'services.due': { answers: own(200, 200) },
    'services.proposed': { answers: own(200, 200) },
    'services.accept': { answers: own(201), call: proposal, unknown: 404 },
    'services.dismiss': { answers: own(204), call: proposal, unknown: 404 },
    'services.get': { answers: own(200), call: service, unknown: 404 },
    'services.create': {
      answers: own(201),
      call: async () => ({ body: { ...serviceBody(), unit_id: await unitId() } }),
    },
    'services.update': { answers: own(200), call: service, unknown: 404 },
    'services.remove': { answers: own(204), call: service, unknown: 404 },
    'serviceFiles.list': { answers: own(200), call: service, unknown: 404 },
    'serviceFiles.add': {
      answers: own(201),
      call: async () => ({ params: (await service()).params, ...form({ content: 'words', name: 'a.txt' }) }),
      unknown: 404,
    },
    'serviceFiles.remove': { answers: own(204), call: withFile, unknown: 404 },
    'servicePlans.list': { answers: own(200, 200) },
    'servicePlans.create': {
      answers: own(201),
      call: async () => ({ body: { ...planBody(), unit_id: await unitId() } }),
    },
    'servicePlans.update': { answers: own(200), call: plan, unknown: 404 },
    'servicePlans.remove': { answers: own(204), call: plan, unknown: 404 },
  }
}
