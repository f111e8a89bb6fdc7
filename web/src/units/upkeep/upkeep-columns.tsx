import { type ServiceRecord, serviceKindName } from '@portal/contract/units/upkeep.ts'
import { day } from '../../list/columns/cells.tsx'
import { companyLink, linked, unitLink } from '../../list/columns/record-links.tsx'
import type { Column } from '../../list/list-types.ts'
import { moneyText, nothing, quantityText } from '../../ui/words/texts.ts'
import { UpkeepKind } from './UpkeepKind.tsx'

const purchase = linked('transaction', (row: ServiceRecord) => row.transaction_id)()

export const upkeepColumns: Column<ServiceRecord>[] = [
  { key: 'day', header: 'Date', priority: 2, phone: 'line', ...day },
  { key: 'unit_number', header: 'Unit number', priority: 1, phone: 'title', ...unitLink() },
  { key: 'company_name', header: 'Company', optional: true, ...companyLink() },
  {
    key: 'kind',
    header: 'Service',
    priority: 3,
    phone: 'line',
    cell: (kind) => <UpkeepKind name={serviceKindName(kind)} />,
  },
  {
    key: 'odometer',
    header: 'Odometer',
    priority: 5,
    align: 'end',
    cell: (odometer, { odometer_unit }, locale) =>
      odometer === null ? nothing : `${quantityText(odometer, locale)}\u00a0${odometer_unit}`,
  },
  {
    key: 'amount',
    header: 'Amount',
    priority: 4,
    phone: 'line',
    align: 'end',
    cell: (amount, { currency }, locale) =>
      amount === null || currency === null ? nothing : moneyText(amount, locale, currency),
  },
  { key: 'vendor', header: 'Vendor', priority: 6 },
  { key: 'note', header: 'Note', priority: 8 },
  { key: 'transaction_id', header: 'Purchase', optional: true, ...purchase },
  {
    key: 'files',
    header: 'Attachments',
    priority: 9,
    align: 'end',
    cell: (files) => (files > 0 ? String(files) : nothing),
  },
]
