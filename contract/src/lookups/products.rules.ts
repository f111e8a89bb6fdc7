/** What is bought, in our own codes; every provider's codes are read into these (`dtl_prd_cd`). */
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

/** How the tax rows tell products apart. */
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

/** Fuel is billed at rate and markup; all else, DEF included, at the price of the provider's file. */
export const isFuel = (product: ProductCode): boolean => isFuelClass(classes[product])

/** The groups of the form of a transaction (TXN-6); a fee is a line of its own. */
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
/** Where a line of the product may stand in the form, the first choice first. */
export const purchaseGroupsOf = (product: ProductCode): readonly PurchaseGroup[] => groups[product]
/** What may be chosen in a group of the form. */
export const productsOfGroup = (group: PurchaseGroup): readonly ProductCode[] =>
  productCodes.filter((product) => groups[product].includes(group))

/** What moves the truck. Fuel for a reefer unit is counted by itself. */
export const roadFuels = productsOfGroup('fuel')
/** What a provider sets daily rates for. */
export const fuels = productCodes.filter(isFuel)

/** A code that is not one of ours, in whatever letters, gets no default. */
export const readProduct = (text: string): ProductCode | null =>
  productCodes.find((code) => code === text.trim().toUpperCase()) ?? null
