import type { MarginLine } from '@portal/contract/margins/margins.ts'
import { moneyCell, quantityCell } from '../list/columns/cells.tsx'
import { companyLink, invoiceLink, linked } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { percentText } from '../ui/words/figures.ts'
import { localTimeText } from '../ui/words/texts.ts'
import { perUnitText } from './margin-texts.ts'

export const marginLineColumns: Column<MarginLine>[] = [
  {
    key: 'dtl_auth_id',
    header: 'Auth code',
    priority: 1,
    phone: 'title',
    ...linked('transaction', (row: MarginLine) => row.txn_id)(),
  },
  { key: 'txn_date', header: 'Time stamp', priority: 5, phone: 'line', cell: (at) => localTimeText(at) },
  { key: 'company_name', header: 'Company', priority: 6, phone: 'line', ...companyLink() },
  { key: 'provider', header: 'Provider' },
  { key: 'site', header: 'Site', optional: true },
  { key: 'site_number', header: 'Site number', optional: true },
  { key: 'dtl_prd_cd', header: 'Product', filter: 'product', priority: 7, phone: 'badge' },
  { key: 'quantity', header: 'Quantity', ...quantityCell },
  { key: 'billed', header: 'Billed before sales tax', priority: 3, phone: 'line', ...moneyCell },
  { key: 'cost', header: 'Cost before sales tax', filter: 'cost_known', priority: 4, phone: 'line', ...moneyCell },
  { key: 'margin', header: 'Margin', priority: 2, phone: 'line', ...moneyCell },
  { key: 'percent', header: 'Margin %', align: 'end', cell: (value, _, locale) => percentText(value, locale) },
  {
    key: 'per_unit',
    header: 'Margin per unit',
    align: 'end',
    cell: (value, { currency, unit }, locale) => perUnitText(value, locale, currency, unit),
  },
  { key: 'currency', header: 'Currency', optional: true },
  {
    key: 'invoice_number',
    header: 'Invoice',
    filter: 'invoiced',
    ...invoiceLink(),
  },
]
