import type { CodeTable } from '@portal/contract/lookups/product-codes.rules.ts'
import { type FuelProviderName, fuelProviders, readProvider } from '@portal/contract/lookups/providers.rules.ts'
import { message } from '@portal/contract/message.ts'
import { headerFinder } from '../../platform/sheets/header.ts'
import type { ReadTask, SheetLayout } from '../../platform/sheets/layout.ts'
import { SheetRefusal, type SheetRow } from '../../platform/sheets/sheet.ts'
import { comdata, comdataLayout } from './comdata.ts'
import { esso } from './esso.ts'
import type { Declaration } from './layout-row.ts'
import { pipeline } from './pipeline.ts'
import { type ProductRows, productRowLayout } from './product-rows.ts'
import { suncore } from './suncore.ts'
import { taPetro } from './ta-petro.ts'

const productRows: Record<Exclude<FuelProviderName, 'Comdata'>, ProductRows> = {
  Esso: esso,
  Suncore: suncore,
  Pipeline: pipeline,
  'TA-Petro': taPetro,
}
export const declarations: Readonly<Record<FuelProviderName, Declaration>> = { ...productRows, Comdata: comdata }

/** Whether the row is the complete header of that provider's files. */
function isHeaderOf(provider: FuelProviderName, row: SheetRow): boolean {
  try {
    return headerFinder(declarations[provider].columns).find(row) !== null
  } catch (error) {
    if (error instanceof SheetRefusal) return false
    throw error
  }
}

/** How a provider's files are read. If the header is another provider's, the error names it. */
export function transactionLayout({ provider, options }: Pick<ReadTask, 'provider' | 'options'>): SheetLayout {
  const chosen = readProvider(provider ?? '')
  if (!chosen) throw new SheetRefusal('booking.provider')
  const known = { latest: String(options.latest ?? '9999-12-31'), codes: (options.codes ?? {}) as CodeTable }
  const layout = chosen === 'Comdata' ? comdataLayout(known) : productRowLayout(productRows[chosen], known)
  return {
    ...layout,
    lookAbove(row) {
      if (isHeaderOf(chosen, row)) return
      const other = fuelProviders.find((one) => one !== chosen && isHeaderOf(one, row))
      if (other) throw new SheetRefusal(message('booking.other-provider', { other, chosen }))
    },
  }
}
