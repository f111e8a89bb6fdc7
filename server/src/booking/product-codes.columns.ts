import type { MappedCode } from '@portal/contract/booking/product-codes.ts'
import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import type { Selectable } from 'kysely'
import type { ProductCodes } from '../db/schema.ts'
import { type HistoryRow, toHistoryEntry } from '../platform/audit/history.ts'

export type StoredCode = Pick<
  Selectable<ProductCodes>,
  'id' | 'provider_id' | 'code' | 'product' | 'grade' | 'rate_code' | 'status' | 'updated_at' | 'version'
> & { provider: string; waiting: number }

export const toProductCode = ({ provider_id: _, ...stored }: StoredCode): MappedCode => stored as unknown as MappedCode

/** The fields that staff keep, for the audit log. */
export const auditedCode = ({ product, grade, rate_code }: StoredCode) => ({ product, grade, rate_code })

export const toCodeHistoryEntry = (row: HistoryRow) =>
  toHistoryEntry<'changed'>(row, ({ product, ...fields }) =>
    product === undefined ? fields : { product: productWords[product as ProductCode] ?? null, ...fields },
  )
