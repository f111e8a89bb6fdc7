import type { IftaRow, IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import type { IftaFuel } from '@portal/contract/ifta/ifta-words.data.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { unitFuelWords } from '@portal/contract/units/units-words.data.ts'

/** A row of the worksheet without nesting, for tables and files. */
export type IftaReportRow = Omit<IftaRow, 'kind' | 'jurisdiction'> & {
  fuel_type: IftaFuel
  kind: IftaRow['kind'] | 'subtotal'
  jurisdiction: string | null
  currency: Currency
}
type Sheet = Pick<IftaWorksheet, 'fuels' | 'currency'>

/** The rows of each fuel type with a subtotal, and the tax of all of them; null while one is open. */
export function reportRowsOf({ fuels, currency }: Sheet): {
  rows: IftaReportRow[]
  totals: Partial<IftaReportRow>[]
} {
  const rows = fuels.flatMap(({ fuel_type, rows: own, subtotal }): IftaReportRow[] => [
    ...own.map((row) => ({ fuel_type, currency, ...row })),
    { fuel_type, kind: 'subtotal', jurisdiction: null, currency, rate: null, ...subtotal },
  ])
  const cents = fuels.reduce((sum, { subtotal }) => sum + Math.round((subtotal.tax ?? 0) * 100), 0)
  const isOpen = fuels.some(({ subtotal }) => subtotal.tax === null)
  return { rows, totals: fuels.length === 0 ? [] : [{ currency, tax: isOpen ? null : cents / 100 }] }
}

type Explained = Pick<IftaWorksheet, 'fuels' | 'base' | 'length_unit' | 'volume_unit' | 'rate_sources'>
/** What the figures of a file rest on: the average of each fuel type, and where the rates are from. */
export function notesOf({ fuels, base, length_unit, volume_unit, rate_sources }: Explained): Message[] {
  const averages = fuels.flatMap(({ fuel_type, average, total_distance, total_volume }) =>
    average === null
      ? []
      : [
          message('ifta.average', {
            fuel: unitFuelWords[fuel_type],
            distance: total_distance,
            length: length_unit,
            volume: total_volume,
            unit: volume_unit,
            average,
            per: base === 'CA' ? 'km/L' : 'mpg',
          }),
        ],
  )
  const sources = rate_sources.join(', ')
  return sources ? [...averages, message('ifta.rate-sources', { sources })] : averages
}
