import { ifta } from '@portal/contract/ifta/ifta.ts'
import type { TestApp } from '../test-app.ts'
import { form } from '../uploads.ts'

export type IftaPurchase = {
  company: number
  unit: string | null
  at: string
  province?: string | null
  product?: string
  quantity: number
  measure?: 'L' | 'GAL'
  odometer?: string | null
}
/** A booked purchase of one line; a negative quantity is a credit. */
export async function buyFuel(owner: TestApp['owner'], purchase: IftaPurchase): Promise<number> {
  const { company, unit, at, province = 'ON', product = 'D1', quantity, measure = 'L', odometer = null } = purchase
  const { rows } = await owner.query<{ id: string }>(
    `with added as (
       insert into transactions (company_id, authentication_id, txn_at, province, currency, amount_cents, source, vehicle, odometer)
       values ($1, 'IFTA-' || gen_random_uuid(), $2, $3, 'CAD', 100, 'import', $4, $5) returning id, company_id, authentication_id
     ), line as (
       insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e6, file_amount_cents, price_e6,
         price_quantity_milli, pre_cents, amount_cents, formula)
       select id, company_id, 0, authentication_id, $6, $7, $8, 1000000, 100, 1000000, $8, 100, 100, 1 from added
     ) select id from added`,
    [company, at, province, unit, odometer, product, measure, Math.round(quantity * 1000)],
  )
  return Number(rows[0]?.id)
}

const heads = {
  distances: 'unit,jurisdiction,distance,length_unit',
  fuel: 'unit,jurisdiction,fuel_type,quantity,unit_of_quantity,tax_paid',
  rates: 'jurisdiction,fuel_type,rate,unit,currency,surcharge',
}
const endpoints = { distances: ifta.uploadDistances, fuel: ifta.uploadFuel, rates: ifta.uploadRates }
type Kind = keyof typeof heads

export const iftaForm = (kind: Kind, rows: readonly string[], name = `${kind}.csv`) =>
  form({ content: [heads[kind], ...rows].join('\n'), name, type: 'text/csv' })
/** Uploads rows under the headers of a kind. */
export const uploadIfta = (
  { ask }: Pick<TestApp, 'ask'>,
  who: string,
  kind: Kind,
  rows: readonly string[],
  query: Record<string, string>,
) => ask(who, endpoints[kind], { query, ...iftaForm(kind, rows) })
