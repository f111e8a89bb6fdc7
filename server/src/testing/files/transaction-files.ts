import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'

/** A purchase as a fuel provider's file reports it. The column names are the providers' own. */
export type Purchase = {
  card: string
  date: string
  time?: string
  auth: string
  site?: string
  site_name?: string
  city?: string
  province: string
  product: string
  quantity: number
  /** Before sales tax. */
  price: number
  retail?: number
  /** Sales taxes by their name, as amounts. */
  taxes?: Partial<Record<'GST' | 'HST' | 'PST' | 'QST', number>>
  fet?: number
  fees?: number
  uom?: string
  currency?: string
  /** The row's stated amount; calculated from the other fields by default. */
  amount?: number
  driver?: string
  unit?: string
  cancel?: string
}
export type FileCell = string | number | null
type Columns = Record<string, FileCell>

const cents = (value: number): number => Number(value.toFixed(2))
const amountOf = ({ quantity, price, taxes = {}, fees = 0, amount }: Purchase): number =>
  amount ?? cents(cents(quantity * price) + Object.values(taxes).reduce((sum, tax) => sum + tax, 0) + fees)
const american = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const short = (date: string) => `${date.slice(8)}-${months[Number(date.slice(5, 7)) - 1]}-${date.slice(2, 4)}`
const sum = (...parts: (number | undefined)[]) =>
  parts.every((part) => part === undefined) ? null : cents(parts.reduce<number>((a, b) => a + (b ?? 0), 0))

const essoColumns = (bought: Purchase): Columns => ({
  'Account Number': '10023',
  'Card Number': bought.card,
  'Driver Name': bought.driver ?? 'Zoé Lavoie',
  'Unit #': bought.unit ?? 'T201',
  'Transaction Date': bought.date,
  'Transaction Time': bought.time ?? '08:15',
  'Auth Code': bought.auth,
  'Transaction Number': '881',
  'Site Number': bought.site ?? '004411',
  'Site Name': bought.site_name ?? 'Highway 401 West',
  City: bought.city ?? 'Cambridge',
  'Prov/ST': bought.province,
  'Product Code': bought.product,
  'Product Description': `${bought.product} at the pump`,
  'Quantity (L)': bought.quantity,
  'Retail Price/L': bought.retail ?? null,
  'Price/L Excl Tax': bought.price,
  'FET Rate': bought.fet ?? null,
  GST: bought.taxes?.GST ?? null,
  HST: bought.taxes?.HST ?? null,
  PST: bought.taxes?.PST ?? null,
  QST: bought.taxes?.QST ?? null,
  'Total Amount': amountOf(bought),
  Odometer: 123456,
  Currency: bought.currency ?? 'CAD',
  'Loyalty Points': 12,
})
const suncoreColumns = (bought: Purchase): Columns => ({
  'Customer No': '77',
  'SuperPass Card No': bought.card,
  Cardholder: bought.driver ?? 'Zoé Lavoie',
  'Vehicle No': bought.unit ?? 'T201',
  'Trans Date': short(bought.date),
  'Trans Time': bought.time ?? '08:15',
  'Ref No': bought.auth,
  'Site Name': bought.site_name ?? 'Calgary East',
  'Site No': bought.site ?? '0552',
  Prv: bought.province,
  Product: bought.product,
  Litres: bought.quantity,
  'Unit Price': bought.price,
  'GST/HST': sum(bought.taxes?.GST, bought.taxes?.HST),
  'PST/QST': sum(bought.taxes?.PST, bought.taxes?.QST),
  Amount: amountOf(bought),
  UOM: 'L',
})
const pipelineColumns = (bought: Purchase): Columns => ({
  'Invoice Number': 'P-1',
  'Card Number': bought.card,
  'Driver Name': bought.driver ?? 'Zoé Lavoie',
  Unit: bought.unit ?? 'T201',
  'Tran Date': bought.date,
  'Tran Time': bought.time ?? '08:15',
  'Authorization No': bought.auth,
  'Loc.': bought.site ?? '0310',
  'Site Name': bought.site_name ?? 'Lévis',
  City: bought.city ?? 'Lévis',
  'Prov/ST': bought.province,
  Prod: bought.product,
  Units: bought.quantity,
  UOM: bought.uom ?? 'L',
  'Retail Price': bought.retail ?? null,
  'Unit Price': bought.price,
  'GST/HST': sum(bought.taxes?.GST, bought.taxes?.HST),
  PST: bought.taxes?.PST ?? null,
  QST: bought.taxes?.QST ?? null,
  Amount: amountOf(bought),
  'Odometer Reading': 123456,
  Currency: bought.currency ?? 'CAD',
})
const taPetroColumns = (bought: Purchase): Columns => ({
  'Location #': bought.site ?? '0058',
  'Travel Center': bought.site_name ?? 'TA Toledo',
  City: bought.city ?? 'Toledo',
  ST: bought.province,
  'Tran Date': american(bought.date),
  'Tran Time': bought.time ?? '08:15',
  'Auth Code': bought.auth,
  'Card #': bought.card,
  'Driver Name': bought.driver ?? 'Zoé Lavoie',
  'Unit #': bought.unit ?? 'T201',
  Product: bought.product,
  Qty: bought.quantity,
  'Retail PPG': bought.retail ?? null,
  'Your Actual Price': bought.price,
  Fees: bought.fees ?? null,
  'Line Amount': amountOf(bought),
  Currency: 'USD',
})

const dollars = (value: number) => `$${value.toFixed(2)}  `
/** Comdata's product codes, and the columns that hold each product. */
const comdataPlaces: Record<string, (bought: Purchase, cost: number) => Columns> = {
  '#2': ({ quantity }, cost) => ({ '#2 Diesel Gallons': String(quantity), '#2 Diesel Cost': dollars(cost) }),
  '#1': ({ quantity }, cost) => ({ 'Number 1 Fuel Gallons': String(quantity), 'Number 1 Fuel Cost': dollars(cost) }),
  REEFER: ({ quantity }, cost) => ({
    'Number of Reefer Gallons': String(quantity),
    'Cost of Reefer Fuel': dollars(cost),
  }),
  OTHER: ({ quantity }, cost) => ({ 'Other Fuel Gallons': String(quantity), 'Other Fuel Cost': dollars(cost) }),
  OIL: ({ quantity }, cost) => ({ 'Number of Quarts of Oil': quantity, 'Total Cost of Oil': dollars(cost) }),
  CASH: (_bought, cost) => ({ 'Cash Advance Amount': dollars(cost) }),
  FEES: (_bought, cost) => ({ 'Fees for Fuel & Oil & Products': dollars(cost) }),
  TRACTOR: () => ({}),
}
const comdataHeaders = [
  'Transaction Date',
  'Transaction Time',
  'Transaction Number Indicator',
  'Transaction Number',
  'Comchek Card Number',
  "Driver's Name",
  'Unit Number',
  'Truck Stop Code',
  'Truck Stop Name',
  'Truck Stop City',
  'Truck Stop State',
  'Total Amount Due',
  'Fees for Fuel & Oil & Products',
  'Number of Tractor Gallons',
  'Tractor Fuel Price Per Gallon',
  'Cost of Tractor Fuel',
  'Number of Reefer Gallons',
  'Cost of Reefer Fuel',
  'Number of Quarts of Oil',
  'Total Cost of Oil',
  'Cash Advance Amount',
  'Product Code 1',
  'Product Amount 1',
  'Rebate Amount',
  'Cancel Flag',
  'Number 1 Fuel Gallons',
  'Number 1 Fuel Cost',
  'Other Fuel Gallons',
  'Other Fuel Cost',
  '#2 Diesel Gallons',
  '#2 Diesel Cost',
  'Billable Currency',
]
/** One row per transaction: the purchases that share a code. */
function comdataRow(purchases: readonly Purchase[]): Columns {
  const [first] = purchases as [Purchase]
  const costOf = (bought: Purchase) => cents(bought.quantity * bought.price)
  const tractor = purchases.filter(({ product }) => ['#2', '#1', 'OTHER', 'TRACTOR'].includes(product))
  const places = purchases.map((bought): Columns => {
    const place = comdataPlaces[bought.product]
    return place
      ? place(bought, costOf(bought))
      : { 'Product Code 1': bought.product, 'Product Amount 1': dollars(costOf(bought)) }
  })
  return {
    'Transaction Date': american(first.date),
    'Transaction Time': first.time ?? '08:15',
    'Transaction Number Indicator': 'A',
    'Transaction Number': first.auth,
    'Comchek Card Number': first.card,
    "Driver's Name": first.driver ?? 'Zoé Lavoie',
    'Unit Number': first.unit ?? 'T201',
    'Truck Stop Code': first.site ?? 'OH123',
    'Truck Stop Name': first.site_name ?? 'Buckeye Plaza',
    'Truck Stop City': first.city ?? 'Toledo',
    'Truck Stop State': first.province,
    'Total Amount Due': dollars(first.amount ?? purchases.reduce((total, bought) => total + costOf(bought), 0)),
    'Number of Tractor Gallons': String(tractor.reduce((total, { quantity }) => total + quantity, 0)),
    'Tractor Fuel Price Per Gallon': first.price.toFixed(3),
    'Cost of Tractor Fuel': dollars(tractor.reduce((total, bought) => total + costOf(bought), 0)),
    'Cancel Flag': first.cancel ?? 'N',
    'Billable Currency': first.currency ?? 'U',
    ...Object.assign({}, ...places),
  }
}

const columnsOf = { Esso: essoColumns, Suncore: suncoreColumns, Pipeline: pipelineColumns, 'TA-Petro': taPetroColumns }
/** The header and rows of a fuel provider's file. */
export function fileRows(provider: FuelProviderName, purchases: readonly Purchase[]): FileCell[][] {
  const rows =
    provider === 'Comdata'
      ? [...Map.groupBy(purchases, ({ auth, date }) => `${auth} ${date}`).values()].map(comdataRow)
      : purchases.map(columnsOf[provider])
  const headers = provider === 'Comdata' ? comdataHeaders : Object.keys(rows[0] ?? {})
  return [headers, ...rows.map((row) => headers.map((header) => row[header] ?? null))]
}
