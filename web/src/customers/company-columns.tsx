import { companyStatusWords } from '@portal/contract/customers/customers-words.data.ts'
import type { CompanyRow } from '@portal/contract/customers/registration.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { customersPath } from './customers.paths.ts'

/** A company that waits for approval, or was rejected, is not a customer and has no page. */
const isCustomer = ({ status }: CompanyRow): boolean => status === 'active' || status === 'disabled'
const nameCell = (name: string, row: CompanyRow) =>
  isCustomer(row) ? (
    <PageLink className="row-link" to={`${customersPath}/${row.id}/view`}>
      {name}
    </PageLink>
  ) : (
    name
  )

export const companyColumns: Column<CompanyRow>[] = [
  { key: 'company_number', header: 'Company number', phone: 'line' },
  { key: 'company_name', header: 'Company name', priority: 1, phone: 'title', cell: nameCell },
  { key: 'email', header: 'Email', priority: 3, phone: 'line' },
  { key: 'phone', header: 'Phone', phone: 'line' },
  { key: 'created_at', header: 'Since', phone: 'line', ...instantCell },
  { key: 'status', header: 'Status', priority: 2, phone: 'badge', ...badge(companyStatusWords, 'companies') },
]
