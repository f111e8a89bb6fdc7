import type { MarginGroup } from './margin-report.ts'

export const marginGroupWords = {
  provider: 'Fuel provider',
  site: 'Site',
  customer: 'Customer',
  product: 'Product',
  week: 'Week',
} as const satisfies Record<MarginGroup, string>
