import { type CompanyRow, companyStatusWords, fuelCompanies } from '@portal/contract/customers/registration.ts'
import { IconArrowLeft, IconCheck, IconX } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { companiesPath, customersPath } from './customers.paths.ts'
import type { Decision } from './DecisionDialogs.tsx'

const DecisionDialogs = lazily(() => import('./DecisionDialogs.tsx'), 'DecisionDialogs')

const columns: Column<CompanyRow>[] = [
  { key: 'company_number', header: 'Company number', phone: 'line' },
  { key: 'company_name', header: 'Company name', priority: 1, phone: 'title' },
  { key: 'email', header: 'Email', priority: 3, phone: 'line' },
  { key: 'phone', header: 'Phone', phone: 'line' },
  { key: 'created_at', header: 'Since', phone: 'line', ...instantCell },
  { key: 'status', header: 'Status', priority: 2, phone: 'badge', ...badge(companyStatusWords) },
]
const decisions = [
  { decision: 'approve', label: 'Approve', name: 'Approve {record}', icon: IconCheck, look: 'filled' },
  { decision: 'reject', label: 'Reject', name: 'Reject {record}', icon: IconX, look: 'button' },
] as const

/** The list of companies (COMP-1), where staff approve or reject registrations (COMP-7). */
export function CompaniesPage() {
  const can = useCan()
  const { ask, dialog } = useDialog((asked: { row: CompanyRow; decision: Decision }, frame) => (
    <DecisionDialogs key={`${asked.row.id} ${asked.decision}`} {...asked} {...frame} />
  ))
  return (
    <ListPage
      title="Company"
      path={companiesPath}
      endpoint={fuelCompanies.list}
      columns={columns}
      nameOf={(row) => row.company_name}
      empty={{ none: 'No Company found.', filtered: 'No Company found.' }}
      add={{ endpoint: fuelCompanies.register, label: 'Add Customer Company' }}
      headActions={<LinkButton to={customersPath} icon={IconArrowLeft} label="List of Customer" />}
      rowActions={(row) =>
        can(fuelCompanies.approve) && row.status === 'waiting'
          ? decisions.map(({ decision, ...action }) => ({ ...action, onSelect: () => ask({ row, decision }) }))
          : []
      }
    >
      {dialog}
    </ListPage>
  )
}
