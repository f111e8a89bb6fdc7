import { productWords } from '@portal/contract/lookups/products.rules.ts'
import type { MissedLine } from '@portal/contract/smart-buy/smart-buy.ts'
import { moneyCell, rareMoneyCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { dateText, quantityText } from '../ui/words/texts.ts'
import { kmText, pricePerUnitText } from './smart-buy-texts.ts'

const inUnit = (value: number, row: MissedLine, locale: string) => pricePerUnitText(value, locale, row)
const placed = (name: string | null, city: string | null) => [name, city].filter(Boolean).join(', ')

export const missedColumns: Column<MissedLine>[] = [
  {
    key: 'day',
    header: 'Date',
    priority: 1,
    phone: 'title',
    cell: (value, { transaction_id }) => (
      <PageLink to={`${transactionsPath}/${transaction_id}/view`}>{dateText(value)}</PageLink>
    ),
  },
  { key: 'driver', header: 'Driver', priority: 4, phone: 'line' },
  { key: 'vehicle', header: 'Unit number', optional: true, phone: 'line' },
  {
    key: 'site_name',
    header: 'Site',
    priority: 3,
    phone: 'line',
    cell: (name, { city }) => placed(name, city),
  },
  { key: 'product', header: 'Product', cell: (value) => productWords[value], words: true, optional: true },
  {
    key: 'quantity',
    header: 'Quantity',
    align: 'end',
    priority: 7,
    cell: (value, { unit }, locale) => `${quantityText(value, locale)}\u00a0${unit === 'L' ? 'L' : 'gal'}`,
  },
  { key: 'price', header: 'Before sales tax', align: 'end', priority: 6, phone: 'line', cell: inUnit },
  {
    key: 'cheapest_site_name',
    header: 'Cheapest nearby',
    priority: 5,
    phone: 'line',
    cell: (name, { cheapest_city, cheapest_km }, locale) =>
      `${placed(name, cheapest_city)} (${kmText(cheapest_km, locale)})`,
  },
  { key: 'cheapest_price', header: 'Its price', align: 'end', priority: 8, phone: 'line', cell: inUnit },
  { key: 'paid', header: 'Paid before sales tax', optional: true, ...moneyCell },
  { key: 'missed', header: 'Missed', priority: 2, phone: 'badge', ...rareMoneyCell },
  { key: 'currency', header: 'Currency', optional: true },
]
