import { productWords } from '@portal/contract/lookups/products.rules.ts'
import type { SmartPrice } from '@portal/contract/smart-buy/smart-buy.ts'
import { day } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { kmText, pricePerUnitText, sitePlaceText } from './smart-buy-texts.ts'

type Choosing = { chosen: number | null; onChoose: (site: number) => void; hasNear: boolean }
const inUnit = (value: number | null, row: SmartPrice, locale: string) => pricePerUnitText(value, locale, row)
const per =
  (unit: 'L' | 'GAL') =>
  (value: number | null, { currency }: SmartPrice, locale: string) =>
    pricePerUnitText(value, locale, { currency, unit })

export const priceColumns = ({ chosen, onChoose, hasNear }: Choosing): Column<SmartPrice>[] => [
  {
    key: 'site_name',
    header: 'Site',
    priority: 1,
    phone: 'title',
    cell: (name, row) => (
      <button
        type="button"
        className="site-choice"
        aria-pressed={row.site_id === chosen}
        onClick={() => onChoose(row.site_id)}
      >
        <span>{name ?? row.site_number}</span>
        <small>{sitePlaceText(row)}</small>
      </button>
    ),
  },
  { key: 'product', header: 'Product', priority: 4, phone: 'badge', cell: (value) => productWords[value], words: true },
  {
    key: 'price_before_sales_tax',
    header: 'Before sales tax',
    priority: 2,
    align: 'end',
    phone: 'line',
    cell: inUnit,
  },
  { key: 'price_with_sales_tax', header: 'With sales tax', priority: 5, align: 'end', phone: 'line', cell: inUnit },
  { key: 'saving', header: 'Saving', priority: 3, align: 'end', phone: 'line', cell: inUnit },
  {
    key: 'distance_km',
    header: 'Distance',
    priority: 6,
    align: 'end',
    phone: 'line',
    ...(hasNear ? {} : { optional: true }),
    cell: (value, _row, locale) => kmText(value, locale),
  },
  { key: 'retail', header: 'Retail', align: 'end', optional: true, cell: inUnit },
  { key: 'before_per_litre', header: 'Per litre', align: 'end', optional: true, cell: per('L') },
  { key: 'before_per_gallon', header: 'Per gallon', align: 'end', optional: true, cell: per('GAL') },
  { key: 'with_per_litre', header: 'Per litre with sales tax', align: 'end', optional: true, cell: per('L') },
  { key: 'with_per_gallon', header: 'Per gallon with sales tax', align: 'end', optional: true, cell: per('GAL') },
  { key: 'provider', header: 'Provider', optional: true },
  { key: 'site_number', header: 'Site number', optional: true },
  { key: 'city', header: 'City', optional: true },
  { key: 'province', header: 'Province', optional: true },
  { key: 'grade', header: 'Grade', optional: true },
  { key: 'currency', header: 'Currency', optional: true },
  { key: 'priced_on', header: 'Price of', optional: true, ...day },
]
