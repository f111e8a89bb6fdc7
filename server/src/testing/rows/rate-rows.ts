/** Rows of the fuel providers' rate files, for tests to change single cells. */
export type Cell = string | number | null
export type Rows = readonly (readonly Cell[])[]
type Changes = Readonly<Record<number, Cell>>
const changed = (cells: Cell[], changes: Changes) =>
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
export const ta = (changes: Changes = {}): Cell[] =>
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
export const pipeline = (changes: Changes = {}): Cell[] =>
  changed([1004, 'Surrey Cardlock', 'Surrey', '1 Main', 'BC', '020', 1.8157, 0.0908, null, 1.9065, 2.0499], changes)
export const pipelineSheet = (...rows: Cell[][]): Rows => [
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
export const esso = (changes: Changes = {}): Cell[] =>
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
