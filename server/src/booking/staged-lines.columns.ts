import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import type { CopyValue } from '../platform/sheets/layout.ts'
import type { SheetFault } from '../platform/sheets/sheet.ts'

type Unmapped = `?${string}`
/** Stands for the product of an unknown code. Its transaction waits until staff map the code (TXN-15). */
export const unmapped = (code: string): Unmapped => `?${code}`

/** One product of a transaction, as read from a file. */
export type StagedLine = {
  row_no: number
  /**
   * Why the row was rejected. Then only the fields that identify its transaction are set, to reject its other rows too.
   */
  fault: string | null
  /** The code without its product suffix. */
  authentication_id: string | null
  dtl_auth_id: string | null
  /** Local time at the site. */
  txn_at: string | null
  card_number: string | null
  site_number: string | null
  site_name: string | null
  city: string | null
  province: string | null
  currency: Currency | null
  /** Our product. `unmapped(code)` for a code that is not in the table. */
  product: ProductCode | Unmapped | null
  /** The provider's own code: the grade (RATE-5). */
  code: string | null
  product_description: string | null
  unit: VolumeUnit | null
  quantity_milli: number | null
  file_price_e6: number | null
  retail_e6: number | null
  file_amount_cents: number | null
  /** What the row's amount has beyond its lines: a rebate, or cents of rounding. On its first line (TXN-17). */
  apart_cents: number | null
  /** -1 for a credit. */
  sign: 1 | -1 | null
  driver_name: string | null
  vehicle: string | null
  odometer: string | null
  trip_number: string | null
  tran_no: string | null
  misc: string | null
  evidence: string | null
  raw: string | null
}

/** The columns of the staging table with their types, in the order the reader writes them. */
export const stagedTypes = {
  row_no: 'int',
  fault: 'text',
  authentication_id: 'text',
  dtl_auth_id: 'text',
  txn_at: 'timestamp',
  card_number: 'text',
  site_number: 'text',
  site_name: 'text',
  city: 'text',
  province: 'text',
  currency: 'text',
  product: 'text',
  code: 'text',
  product_description: 'text',
  unit: 'text',
  quantity_milli: 'bigint',
  file_price_e6: 'bigint',
  retail_e6: 'bigint',
  file_amount_cents: 'bigint',
  apart_cents: 'bigint',
  sign: 'smallint',
  driver_name: 'text',
  vehicle: 'text',
  odometer: 'text',
  trip_number: 'text',
  tran_no: 'text',
  misc: 'text',
  evidence: 'jsonb',
  raw: 'jsonb',
} as const satisfies Record<keyof StagedLine, string>
export const stagedNames = Object.keys(stagedTypes) as (keyof StagedLine)[]

export const emptyLine: StagedLine = Object.fromEntries(
  stagedNames.map((name) => [name, null]),
) as unknown as StagedLine
export const toCopyValues = (line: StagedLine): CopyValue[] => stagedNames.map((name) => line[name])

export type RowFault = Omit<SheetFault, 'row'>
