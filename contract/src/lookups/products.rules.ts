/** The products in our own codes; every provider's codes map to these (`dtl_prd_cd`). */
export const productCodes = ['D1', 'D1W', 'RF', 'GAS', 'DEF', 'OIL', 'OTH', 'CSH', 'FEE'] as const
export type ProductCode = (typeof productCodes)[number]
export const productWords = {
  D1: 'Diesel',
  D1W: 'Winter diesel',
  RF: 'Reefer fuel',
  GAS: 'Gasoline',
  DEF: 'Diesel exhaust fluid',
  OIL: 'Oil',
  OTH: 'Other',
  CSH: 'Cash advance',
  FEE: 'Fee',
} as const satisfies Record<ProductCode, string>

/** The product classes of the tax rows. */
export const taxClasses = ['diesel', 'gasoline', 'reefer', 'merchandise', 'cash', 'fee'] as const
export type TaxClass = (typeof taxClasses)[number]
const classes: Record<ProductCode, TaxClass> = {
  D1: 'diesel',
  D1W: 'diesel',
  GAS: 'gasoline',
  RF: 'reefer',
  DEF: 'merchandise',
  OIL: 'merchandise',
  OTH: 'merchandise',
  CSH: 'cash',
  FEE: 'fee',
}
export const taxClassOf = (product: ProductCode): TaxClass => classes[product]

export const isFuelClass = (productClass: TaxClass): boolean =>
  productClass === 'diesel' || productClass === 'gasoline' || productClass === 'reefer'

/** Fuel is billed at rate and markup; all other products, DEF included, at the price in the provider's file. */
export const isFuel = (product: ProductCode): boolean => isFuelClass(classes[product])

/** Sold by volume. All other products are pieces. */
export const isLiquid = (product: ProductCode): boolean => product === 'DEF' || isFuel(product)

/** The groups of the transaction form (TXN-6); a fee is its own line. */
export const purchaseGroups = ['fuel', 'non_highway', 'other1', 'other2', 'cash', 'oil', 'fee'] as const
export type PurchaseGroup = (typeof purchaseGroups)[number]
const groups: Record<ProductCode, readonly PurchaseGroup[]> = {
  D1: ['fuel'],
  D1W: ['fuel'],
  GAS: ['fuel'],
  RF: ['non_highway'],
  DEF: ['other1'],
  OTH: ['other1', 'other2'],
  CSH: ['cash'],
  OIL: ['oil'],
  FEE: ['fee'],
}
/** The form's groups that can hold the product, the preferred one first. */
export const purchaseGroupsOf = (product: ProductCode): readonly PurchaseGroup[] => groups[product]
/** The products offered in a group of the form. */
export const productsOfGroup = (group: PurchaseGroup): readonly ProductCode[] =>
  productCodes.filter((product) => groups[product].includes(group))

/** Fuel for the truck's engine. Reefer fuel is counted separately. */
export const roadFuels = productsOfGroup('fuel')
/** The products with daily rates. */
export const fuels = productCodes.filter(isFuel)
export const liquids = productCodes.filter(isLiquid)

/** Reads a product code in any case. An unknown code is null, never a default. */
export const readProduct = (text: string): ProductCode | null =>
  productCodes.find((code) => code === text.trim().toUpperCase()) ?? null
