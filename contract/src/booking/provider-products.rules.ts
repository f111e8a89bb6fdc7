import type { ProductCode } from '../lookups/products.rules.ts'
import type { FuelProviderName } from '../lookups/providers.rules.ts'

/**
 * Each provider's own codes, as its files of transactions and of rates have them, under the product that they mean to
 * us.
 */
const providerProducts: Readonly<Record<FuelProviderName, Partial<Record<ProductCode, readonly string[]>>>> = {
  Esso: {
    D1: ['DSL EFF LS', 'DIESEL LS'],
    RF: ['REEFER', 'MARKED DIESEL'],
    GAS: ['REG', 'MID', 'SUP'],
    DEF: ['DEF'],
    OIL: ['OIL'],
    OTH: ['SCALE', 'WASH'],
    CSH: ['CASH'],
  },
  Suncore: {
    D1: ['ULSD', 'DIESEL'],
    D1W: ['DIESEL WINTER'],
    RF: ['MARKED', 'REEFER'],
    GAS: ['REG', 'MID', 'SUP'],
    DEF: ['DEF'],
    OIL: ['OIL'],
    OTH: ['WASH', 'MERCH'],
    CSH: ['CASH'],
  },
  // The codes of the product columns; its fuel stands in columns of its own.
  Comdata: {
    DEF: ['O'],
    FEE: ['Q'],
    OIL: ['3'],
    OTH: [...'012456789', ...'ABCDEFGH', 'J', 'P', 'V', 'W', 'Y'],
  },
  Pipeline: {
    D1: ['020', 'DIESEL'],
    D1W: ['021', 'DIESEL #1'],
    RF: ['033', 'REEFER'],
    DEF: ['140', 'DEF'],
    GAS: ['GAS'],
    OIL: ['OIL'],
    OTH: ['SCALE'],
    CSH: ['CASH'],
  },
  'TA-Petro': {
    D1: ['DIESEL ULTRA LOW SULFUR', 'DIESEL BIO ULTRA LS 20%'],
    RF: ['REEFER'],
    DEF: ['DEF'],
    OTH: ['SCALE'],
    CSH: ['CASH ADVANCE'],
    OIL: ['OIL'],
  },
}

/** A spreadsheet that takes 020 for a number shows 20: codes of digits are compared without the zeros before them. */
const plain = (code: string): string => {
  const text = code.trim().toUpperCase().replace(/\s+/g, ' ')
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}
const byCode = new Map(
  Object.entries(providerProducts).map(([provider, products]) => [
    provider,
    new Map(
      Object.entries(products).flatMap(([product, codes]) =>
        codes.map((code) => [plain(code), product as ProductCode]),
      ),
    ),
  ]),
)

/** What a code of a provider means to us; null for one that is not in its table, which never gets a default. */
export const readProviderProduct = (provider: FuelProviderName, code: string): ProductCode | null =>
  byCode.get(provider)?.get(plain(code)) ?? null
export const productCodesOf = (provider: FuelProviderName): readonly string[] =>
  Object.values(providerProducts[provider]).flat()
