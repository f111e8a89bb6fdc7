import {
  type CompanyInput,
  type CompanyRow,
  type CompanyStatus,
  solvedChallenge,
} from '@portal/contract/customers/registration.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'

export type MailText = { subject: string; text: string; html: string }
export type BrandMails = Record<BrandKey, MailText>

/**
 * What a registration makes, whoever enters it: the company's name, its customer record and its first Admin (COMP-3).
 */
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

/** The solved challenge that a form sent, or null for anything that is none. */
export function readSolved(text: string) {
  try {
    return solvedChallenge.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
