import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import type { Declaration } from './layout-row.ts'
import { declarations } from './layouts.ts'

/** The columns and date formats of a fuel provider's transaction files. */
export const readFileLayout = (provider: FuelProviderName): Declaration => declarations[provider]
