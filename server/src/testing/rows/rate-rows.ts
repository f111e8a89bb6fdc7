/** Rows of the fuel providers' rate files, for tests to change single cells. */
export type RateCell = string | number | null
export type Rows = readonly (readonly RateCell[])[]
type Changes = Readonly<Record<number, RateCell>>
const changed = (cells: RateCell[], changes: Changes) =>
  cells.map((cell, at) => (at in changes ? (changes[at] ?? null) : cell))

export const taHeader = [
  'Effective Date',
  'Location #',
  'Travel Center',
  'ST',
  'Merchant ID',
  'City',
  'Product',
  'Retail',
  'Your Actual Price',
  'Savings',
]
export const ta = (changes: Changes = {}): RateCell[] =>
  changed(
    ['2026-11-14', '012', 'Toledo TC', 'OH', 'M1', 'Toledo', 'DIESEL ULTRA LOW SULFUR', 4.199, 3.899, 0.3],
    changes,
  )

export const pipelineHeader = [
  'Site #',
  'Name',
  'Location',
  'Address',
  'Prov.',
  'Product',
  'Price Excl. GST/HST',
  'GST/HST',
  'PST',
  'Total',
  'Retail',
]
export const pipelineRates = (changes: Changes = {}): RateCell[] =>
  changed([1004, 'Surrey Cardlock', 'Surrey', '1 Main', 'BC', '020', 1.8157, 0.0908, null, 1.9065, 2.0499], changes)
export const pipelineSheet = (...rows: RateCell[][]): Rows => [
  ['Price list'],
  ['Effective Date: 2026-11-14'],
  pipelineHeader,
  ...rows,
]

export const essoHeader = [
  'Effective From',
  'Effective To',
  'Site ID',
  'Location',
  'City',
  'Prov.',
  'Product',
  'Price',
  'GST/HST',
  'PST/QST',
  'Gross Price',
  'Retail',
]
export const essoRates = (changes: Changes = {}): RateCell[] =>
  changed(
    [
      '2026-11-13',
      '2026-11-15',
      '880606',
      'Lévis TS',
      'Lévis',
      'QC',
      'DSL EFF LS',
      204.77,
      10.2385,
      20.4258,
      235.43,
      239.9,
    ],
    changes,
  )
