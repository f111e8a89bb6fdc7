import type { customers } from '@portal/contract/customers/customers.ts'
import type { fuelCompanies } from '@portal/contract/customers/registration.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import type { FormMode } from '../form/record-form.ts'
import { companiesPath, customersPath, newSetupPath, setupPath } from './customers.paths.ts'

const customer = (mode: FormMode) => async () => {
  const { CustomerFormPage } = await import('./CustomerFormPage.tsx')
  return () => <CustomerFormPage mode={mode} />
}
/** The same form from both lists. It returns to the list that opened it (CUST-1, COMP-1). */
const add = (list: string, label: string) => async () => {
  const { CompanyFormPage } = await import('./CompanyFormPage.tsx')
  return () => <CompanyFormPage list={{ path: list, label }} />
}

const setup = async () => (await import('./setup/SetupPage.tsx')).SetupPage

export const customersRoutes: readonly FeatureRoute[] = [
  {
    path: customersPath,
    can: accessOf<typeof customers.list>('customers.read'),
    isList: true,
    page: async () => (await import('./CustomersPage.tsx')).CustomersPage,
  },
  {
    path: `${customersPath}/add-new`,
    can: accessOf<typeof fuelCompanies.register>('customers.create'),
    page: add(customersPath, 'Back'),
  },
  {
    path: `${customersPath}/$id/edit`,
    can: accessOf<typeof customers.update>('customers.update'),
    page: customer('edit'),
  },
  { path: `${customersPath}/$id/view`, can: accessOf<typeof customers.get>('customers.read'), page: customer('view') },
  {
    path: newSetupPath,
    can: accessOf<typeof fuelCompanies.register>('customers.create'),
    page: setup,
  },
  {
    path: setupPath('$id'),
    can: accessOf<typeof customers.update>('customers.update'),
    takes: ['step'],
    page: setup,
  },
  {
    path: companiesPath,
    can: accessOf<typeof fuelCompanies.list>('customers.read'),
    isList: true,
    page: async () => (await import('./CompaniesPage.tsx')).CompaniesPage,
  },
  {
    path: `${companiesPath}/add-new`,
    can: accessOf<typeof fuelCompanies.register>('customers.create'),
    page: add(companiesPath, 'List of Company'),
  },
]
