import type { ProductCode } from '../lookups/products.rules.ts'
import type { FuelProviderName } from '../lookups/providers.rules.ts'

/** Each provider's own codes, as its transaction and rate files spell them, by our product. */
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
  // Codes of the product columns. Comdata has separate columns for fuel.
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

/** Spreadsheets that read 020 as a number show 20, so numeric codes are compared without leading zeros. */
const normalize = (code: string): string => {
  const text = code.trim().toUpperCase().replace(/\s+/g, ' ')
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}
const byCode = new Map(
  Object.entries(providerProducts).map(([provider, products]) => [
    provider,
    new Map(
      Object.entries(products).flatMap(([product, codes]) =>
        codes.map((code) => [normalize(code), product as ProductCode]),
      ),
    ),
  ]),
)

/** Our product for a provider's code. Null if the code is unknown: there is never a default. */
export const readProviderProduct = (provider: FuelProviderName, code: string): ProductCode | null =>
  byCode.get(provider)?.get(normalize(code)) ?? null
export const productCodesOf = (provider: FuelProviderName): readonly string[] =>
  Object.values(providerProducts[provider]).flat()
