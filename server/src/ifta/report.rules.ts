import type { IftaRow, IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import type { IftaFuel } from '@portal/contract/ifta/ifta-words.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'

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
