import type { FileLayout, LayoutKind } from '@portal/contract/help/help.ts'
import { type FuelProviderName, fuelProviders, rateProviders } from '@portal/contract/lookups/providers.rules.ts'
import { readFileLayout } from '../booking/layouts/file-layouts.actions.ts'
import type { LayoutColumn } from '../platform/sheets/header.ts'
import { rateLayouts } from '../rates/rate-layouts.data.ts'

type Declared = { columns: readonly LayoutColumn[]; dates: readonly string[] }
/** Comdata's files are the old kind of workbook. */
const sampleOf = (key: string) => `${key}.${key === 'transactions-comdata' ? 'xls' : 'xlsx'}`
const words = (kind: LayoutKind, provider: FuelProviderName) =>
  kind === 'transactions' ? provider.toLowerCase().replace('-', '') : provider.toLowerCase()

function layoutOf(kind: LayoutKind, provider: FuelProviderName, { columns, dates }: Declared): FileLayout {
  const key = `${kind}-${words(kind, provider)}`
  return {
    key,
    kind,
    provider,
    date_formats: [...dates],
    extensions: ['.xls', '.xlsx'],
    sample: sampleOf(key),
    columns: columns.map(({ label, aliases = [], isRequired }) => ({
      name: label,
      other_names: [...aliases],
      is_required: isRequired,
    })),
  }
}

/** What the readers look for, as a person who prepares a file must know it. */
export const fileLayouts: FileLayout[] = [
  ...fuelProviders.map((provider) => layoutOf('transactions', provider, readFileLayout(provider))),
  ...rateProviders.map((provider) => layoutOf('rates', provider, rateLayouts[provider])),
]
