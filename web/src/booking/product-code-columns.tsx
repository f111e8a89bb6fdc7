import { type MappedCode, productCodeStatusWords } from '@portal/contract/booking/product-codes.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { nothing } from '../ui/words/texts.ts'
import { quarantinePath } from './quarantine.paths.ts'

const waitingCell = (count: number) =>
  count === 0 ? (
    nothing
  ) : (
    <PageLink to={quarantinePath} search={{ filter: ['reason:product'] }}>
      {count}
    </PageLink>
  )
export const productCodeColumns: Column<MappedCode>[] = [
  { key: 'provider', header: 'Provider', priority: 3, phone: 'line' },
  { key: 'code', header: 'Code', priority: 1, phone: 'title' },
  {
    key: 'product',
    header: 'Product',
    priority: 2,
    phone: 'line',
    cell: (value) => (value === null ? nothing : productWords[value]),
    words: true,
  },
  { key: 'grade', header: 'Grade', phone: 'line' },
  { key: 'rate_code', header: 'Shares the rate of', phone: 'line' },
  { key: 'status', header: 'Status', priority: 4, phone: 'badge', ...badge(productCodeStatusWords) },
  { key: 'waiting', header: 'Waiting transactions', align: 'end', phone: 'line', cell: waitingCell },
  { key: 'updated_at', header: 'Updated', ...instantCell },
]
