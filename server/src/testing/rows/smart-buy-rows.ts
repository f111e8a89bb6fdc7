import { denied, type EndpointRow } from './answers.ts'

const readers = { ...denied, desk: 403, northline: 200, prairie: 200, clerk: 403, staff: 200 }
const way = { from: 'CA-ON-toronto', to: 'CA-QC-montreal' }

/** The rows of Smart Buy in the table of every endpoint (T1). */
export const smartBuyRows: Record<string, EndpointRow> = {
  'smartBuy.prices': { answers: readers },
  'smartBuy.route': { answers: readers, call: async () => ({ query: way }) },
  'smartBuy.missed': { answers: readers },
  'smartBuy.mail': { answers: readers },
  // Staff have no price list of their own.
  'smartBuy.changeMail': { answers: { ...readers, staff: 400 }, call: async () => ({ body: { is_wanted: true } }) },
}
