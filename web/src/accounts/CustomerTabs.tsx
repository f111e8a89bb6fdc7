import { companiesPath, customersPath } from '../customers/customers.paths.ts'
import { exposurePath } from '../receivables/receivables.paths.ts'
import { RecordTabs } from '../ui/record/RecordTabs.tsx'

const tabs = [
  { label: 'Customers', path: customersPath },
  { label: 'Registrations', path: companiesPath },
  { label: 'Exposure', path: exposurePath },
]

/** The pages under Customers, all for one permission (UX-2). */
export const CustomerTabs = () => <RecordTabs label="Customers and exposure" tabs={tabs} />
