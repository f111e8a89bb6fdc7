import type { ProductCode } from './products.rules.ts'
import type { FuelProviderName } from './providers.rules.ts'

/** The codes that the portal ships with, as the providers spell them, by our product. Staff keep the table (TXN-15). */
const shippedProducts: Readonly<Record<FuelProviderName, Partial<Record<ProductCode, readonly string[]>>>> = {
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
/** Pipeline writes one grade as a number or as a name, so both have one rate (RATE-5). */
const shippedRateCodes: Partial<Record<FuelProviderName, Readonly<Record<string, string>>>> = {
  Pipeline: { DIESEL: '20', 'DIESEL #1': '21', REEFER: '33', DEF: '140' },
}

/** Spreadsheets that read 020 as a number show 20, so numeric codes are stored without leading zeros. */
export const normalizeCode = (code: string): string => {
  const text = code.trim().toUpperCase().replace(/\s+/g, ' ')
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}
export const longestCode = 60

type ShippedCode = { code: string; product: ProductCode; rate_code: string | null }
export const shippedCodesOf = (provider: FuelProviderName): readonly ShippedCode[] =>
  Object.entries(shippedProducts[provider]).flatMap(([product, codes]) =>
    codes.map((written) => {
      const code = normalizeCode(written)
      return { code, product: product as ProductCode, rate_code: shippedRateCodes[provider]?.[code] ?? null }
    }),
  )

/** A provider's codes with our products, as staff keep them. */
export type CodeTable = Readonly<Record<string, ProductCode>>
export const shippedTable = (provider: FuelProviderName): CodeTable =>
  Object.fromEntries(shippedCodesOf(provider).map(({ code, product }) => [code, product]))

/** Our product for a provider's code. Null if the code is unknown: there is never a default. */
export function readProductCode(table: CodeTable, written: string): { code: string; product: ProductCode | null } {
  const code = normalizeCode(written)
  return { code, product: (Object.hasOwn(table, code) && table[code]) || null }
}
/** The provider's usual code of a product. */
export const usualCode = (provider: FuelProviderName, product: ProductCode): string =>
  shippedCodesOf(provider).find((one) => one.product === product)?.code ?? product
