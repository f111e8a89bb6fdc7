import { type CustomerRow, customers } from '@portal/contract/customers/customers.ts'
import { fuelCompanies } from '@portal/contract/customers/registration.ts'
import { IconBuilding, IconListCheck } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { quantityCell } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { rateText } from '../ui/words/figures.ts'
import { companiesPath, customersPath, newSetupPath } from './customers.paths.ts'

const columns: Column<CustomerRow>[] = [
  { key: 'name', header: 'Name', priority: 1, phone: 'title' },
  { key: 'company_number', header: 'Number', optional: true },
  { key: 'email', header: 'Email', optional: true },
  { key: 'phone', header: 'Phone', priority: 2, phone: 'line' },
  { key: 'tax_no', header: 'Tax number', phone: 'line' },
  { key: 'crm_id', header: 'CRM id', phone: 'line' },
  { key: 'rate', header: 'Rate', align: 'end', cell: (value, _, locale) => rateText(value, locale) },
  { key: 'currency_id', header: 'Currency', optional: true },
  { key: 'order_cnt', header: 'Orders', priority: 3, phone: 'line', ...quantityCell },
  { key: 'invoice_cnt', header: 'Invoices', priority: 4, phone: 'line', ...quantityCell },
]

/** The list of customers (CUST-1). */
export function CustomersPage() {
  const can = useCan()
  return (
    <ListPage
      title="Customer"
      path={customersPath}
      endpoint={customers.list}
      columns={columns}
      nameOf={(row) => row.name}
      empty={{ none: 'No Customer records to show', filtered: 'No Record found' }}
      get={customers.get}
      update={customers.update}
      add={{ endpoint: fuelCompanies.register, label: 'Add' }}
      headActions={
        <>
          <LinkButton to={companiesPath} icon={IconBuilding} label="Companies" />
          {can(fuelCompanies.register) ? (
            <LinkButton to={newSetupPath} icon={IconListCheck} label="Set up a customer" />
          ) : null}
        </>
      }
    />
  )
}
