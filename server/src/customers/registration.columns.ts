import type { CompanyInput, CompanyRow, CompanyStatus } from '@portal/contract/customers/registration.ts'

/** The records that a registration creates: the company's name, its customer record and its first Admin (COMP-3). */
export function recordsOf(input: CompanyInput) {
  const place = { country: input.country, state: input.state, city: input.city }
  const phone = input.phone ?? null
  return {
    name: input.companyName,
    customer: {
      email: input.email,
      document_email: input.documentEmail ?? input.email,
      phone,
      cont_name: `${input.firstName} ${input.lastName}`,
      address1: input.address1 ?? null,
      address2: input.address2 ?? null,
      billing_country: place.country,
      billing_state: place.state,
      billing_city: place.city,
      billing_zip_code: input.postalCode ?? null,
      currency: place.country === 'US' ? 'USD' : 'CAD',
    },
    admin: { first_name: input.firstName, last_name: input.lastName, email: input.email, phone, ...place },
  }
}
export type Registered = ReturnType<typeof recordsOf>

export type StoredCompany = Omit<CompanyRow, 'status'> & { status: string }
export const toCompanyRow = ({ status, ...row }: StoredCompany): CompanyRow => ({
  ...row,
  status: status as CompanyStatus,
})
