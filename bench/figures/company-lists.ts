import type { Figure } from '../runner/bench.ts'
import { besideBare } from '../runner/beside-bare.ts'
import { customer } from '../seed/dataset.ts'
import { cardsOf } from './cards.ts'

/** The newest ten transactions, with their lines, and the newest ten invoices of a customer. */
export const companyListsFigure: Figure = {
  name: 'company-lists',
  async measure(bench) {
    const { site } = bench
    const headers = await site.signIn(customer.email)
    const { company } = await cardsOf(site.database.ownerUrl)
    const idOf = () => company
    return [
      await besideBare(bench, {
        figure: 'list of ten transactions of a company',
        most: 1.8,
        ours: () => site.get('/v2/fuel-transaction/authcode?page=1&size=10', headers),
        bare: 'transactions',
        idOf,
        rows: 10,
      }),
      await besideBare(bench, {
        figure: 'list of ten invoices of a company',
        most: 1.8,
        ours: () => site.get('/v2/spol/invoices?page=1&size=10', headers),
        bare: 'invoices',
        idOf,
        rows: 10,
      }),
    ]
  },
}
