import type { CodeTable } from '@portal/contract/lookups/product-codes.rules.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { Db } from '../db/connect.ts'

/** A provider's mapped codes. A few dozen rows, which an import reads once. */
export async function getCodeTable(db: Db, provider: string): Promise<CodeTable> {
  const found = await db
    .selectFrom('product_codes')
    .innerJoin('fuel_providers', 'fuel_providers.id', 'product_codes.provider_id')
    .select(['product_codes.code', 'product'])
    .where('fuel_providers.name', '=', provider)
    .where('product', 'is not', null)
    .orderBy('product_codes.code')
    .execute()
  return Object.fromEntries(found.map(({ code, product }) => [code, product as ProductCode]))
}
