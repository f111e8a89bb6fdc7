import { customersPath } from '../customers/customers.paths.ts'

export const statementPath = (companyId: number | string) => `${customersPath}/${companyId}/statement`
