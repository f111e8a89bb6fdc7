/** The four brands of BRAND-1. `color` has a contrast of at least 4.5:1 with white text. */
export const brands = {
  freshfuels: { name: 'Fresh Fuels', color: '#0b6e4f' },
  combpetro: { name: 'Comb Petro', color: '#1d4ed8' },
  combinepetro: { name: 'Combine Petro', color: '#6d28d9' },
  fleets: { name: 'Fleets', color: '#a84a06' },
} as const
export type BrandKey = keyof typeof brands
export const defaultBrand: BrandKey = 'freshfuels'
export const isBrandKey = (value: string): value is BrandKey => Object.hasOwn(brands, value)
/** Page title and sign-in heading (BRAND-3). */
export const welcome = (brand: BrandKey): string => `Welcome to ${brands[brand].name}`
