import { type Claim, claimKindWords } from '@portal/contract/claims/claims.ts'
import { claimStatusWords } from '@portal/contract/claims/claims-words.data.ts'
import { badge, instantCell, moneyCell, quantityCell } from '../list/columns/cells.tsx'
import { companyLink, linked } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { perUnitText } from '../margins/margin-texts.ts'
import { localTimeText, moneyText, nothing } from '../ui/words/texts.ts'
import { PacketLink } from './PacketLink.tsx'

/** Per unit for a price, the whole tax for a tax. */
const figureText = (value: number, { kind, currency, unit }: Claim, locale: string): string =>
  kind === 'price' ? perUnitText(value, locale, currency, unit) : moneyText(value, locale, currency)

export const claimColumns: Column<Claim>[] = [
  {
    key: 'authentication_id',
    header: 'Auth code',
    priority: 1,
    phone: 'title',
    ...linked('transaction', (row: Claim) => row.txn_id)(),
  },
  { key: 'txn_date', header: 'Time stamp', priority: 6, phone: 'line', cell: (at) => localTimeText(at) },
  { key: 'provider', header: 'Provider', priority: 3, phone: 'line' },
  { key: 'site', header: 'Site', optional: true },
  { key: 'company_name', header: 'Company', optional: true, ...companyLink() },
  { key: 'product', header: 'Product' },
  { key: 'kind', header: 'Kind', priority: 5, phone: 'line', cell: (kind) => claimKindWords[kind], words: true },
  { key: 'taxes', header: 'Taxes', optional: true },
  { key: 'quantity', header: 'Quantity', optional: true, ...quantityCell },
  { key: 'charged', header: 'Charged', align: 'end', cell: figureText },
  { key: 'published', header: 'Published', align: 'end', cell: figureText },
  { key: 'amount', header: 'Claimed before sales tax', optional: true, ...moneyCell },
  { key: 'tax', header: 'Sales tax on it', optional: true, ...moneyCell },
  { key: 'total', header: 'Claimed', priority: 2, phone: 'line', ...moneyCell },
  { key: 'currency', header: 'Currency', optional: true },
  { key: 'status', header: 'Status', priority: 4, phone: 'badge', ...badge(claimStatusWords) },
  {
    key: 'packet',
    header: 'Packet',
    filter: 'packet_id',
    cell: (number, { packet_id }) =>
      packet_id === null || number === null ? nothing : <PacketLink id={packet_id} number={number} />,
  },
  { key: 'sent_at', header: 'Sent', optional: true, ...instantCell },
  { key: 'note', header: 'Note', optional: true },
]
