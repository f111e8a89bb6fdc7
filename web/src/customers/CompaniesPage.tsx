import { type CompanyRow, fuelCompanies } from '@portal/contract/customers/registration.ts'
import { IconArrowLeft, IconCheck, IconX } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { companyColumns } from './company-columns.tsx'
import { companiesPath, customersPath } from './customers.paths.ts'
import type { Decision } from './DecisionDialogs.tsx'
import { WaitingNote } from './WaitingNote.tsx'

const DecisionDialogs = lazily(() => import('./DecisionDialogs.tsx'), 'DecisionDialogs')

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
      columns={companyColumns}
      nameOf={(row) => row.company_name}
      empty={{ none: 'No Company found.', filtered: 'No Company found.' }}
      add={{ endpoint: fuelCompanies.register, label: 'Add Customer Company' }}
      headActions={<LinkButton to={customersPath} icon={IconArrowLeft} label="List of Customer" />}
      intro={({ query }) => (query.filter.length === 0 ? <WaitingNote /> : null)}
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
