export const iftaFuels = ['diesel', 'gasoline'] as const
export type IftaFuel = (typeof iftaFuels)[number]

/** Where the carrier files: in kilometres, litres and CAD, or in miles, gallons and USD. */
export const iftaBases = ['CA', 'US'] as const
export type IftaBase = (typeof iftaBases)[number]
export const iftaBaseWords = { CA: 'Canada: km, litres, CAD', US: 'United States: miles, gallons, USD' } as const

export const iftaKinds = ['distances', 'fuel', 'rates'] as const
export type IftaKind = (typeof iftaKinds)[number]
export const iftaKindWords = {
  distances: 'Distances',
  fuel: 'Fuel bought elsewhere',
  rates: 'IFTA rates',
} as const satisfies Record<IftaKind, string>

/** The columns of each file, and those that may be left out. */
export const iftaColumns = {
  distances: ['unit', 'jurisdiction', 'distance', 'length_unit', 'taxable_distance'],
  fuel: ['unit', 'jurisdiction', 'fuel_type', 'quantity', 'unit_of_quantity', 'tax_paid', 'note'],
  rates: ['jurisdiction', 'fuel_type', 'rate', 'unit', 'currency', 'surcharge', 'source'],
} as const satisfies Record<IftaKind, readonly string[]>
export const optionalIftaColumns: readonly string[] = ['taxable_distance', 'note', 'surcharge', 'source']

/** What is missing, or has to be settled, before a worksheet can be filed. The order is that of the page. */
export const iftaFindingCodes = [
  'no-distances',
  'no-fuel',
  'fuel-without-distance',
  'distance-without-fuel',
  'no-rate',
  'not-settled',
  'unknown-unit',
  'no-unit',
  'unknown-fuel',
  'other-fuel',
  'no-province',
  'odometer-differs',
  'odometer-odd',
  'odometer-unit',
  'portal-only',
  'running',
] as const
export type IftaFindingCode = (typeof iftaFindingCodes)[number]
