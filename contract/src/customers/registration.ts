import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, isEmail, newPassword, optionalText, passwordWarned, requiredAs, text } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import type { Message } from '../message.ts'
import { companyStatusWords } from './customers-words.data.ts'

/** Letters, digits and `._%+-` before the @, and an ending of two to six letters (COMP-2). */
const companyEmailPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,6}$/
const isCompanyEmail = (value: string): boolean => companyEmailPattern.test(value) && isEmail(value)
const companyEmail = () =>
  z
    .string()
    .trim()
    .min(1)
    .toLowerCase()
    .refine((value) => value === '' || isCompanyEmail(value), { error: 'company.email' })
const contactNumber = () =>
  z
    .string()
    .trim()
    .refine((value) => value === '' || /^\d{10}$/.test(value), { error: 'company.phone' })
    .transform((value) => value || null)
    .nullish()
/** The hints under the two fields, which state their rules (COMP-8). */
export const companyEmailHint = 'company.email-hint'
export const contactNumberHint = 'company.phone-hint'
/** Normalizes a number typed with punctuation or the country's 1; null if it is not a valid number. */
export function plainContactNumber(typed: string): string | null {
  const digits = /^[\d\s().+-]+$/.test(typed) ? typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : ''
  return digits.length === 10 ? digits : null
}
/** A place key from the lists, with the form's own message for a missing one. */
const placeKey = (pattern: RegExp, missing: Message, otherwise: Message) =>
  z.string(requiredAs(missing, otherwise)).regex(pattern, requiredAs(missing, otherwise))

/** The call's fixed values may be sent or omitted, but not changed (COMP-3). */
const fixed = <const V extends string | number>(value: V) => z.literal(value).nullish()
const fields = {
  companyName: text(200),
  firstName: text(80),
  lastName: text(80),
  email: companyEmail(),
  pwd: newPassword(),
  confirmPassword: z.string().max(1000).nullish(),
  phone: contactNumber(),
  address1: optionalText(200),
  address2: optionalText(200),
  country: placeKey(/^[A-Z]{2}$/, 'company.country-required', 'field.country'),
  state: placeKey(/^[A-Z]{2}-[A-Z]{2}$/, 'company.state-required', 'field.state-of-country'),
  city: placeKey(/^[A-Z]{2}-[A-Z]{2}-[a-z0-9-]{1,80}$/, 'company.city-required', 'field.city-of-state'),
  postalCode: optionalText(20),
  documentEmail: z
    .string()
    .trim()
    .toLowerCase()
    .refine((value) => value === '' || isEmail(value), { error: 'company.email' })
    .transform((value) => value || null)
    .nullish(),
  companyCode: fixed(''),
  businessType: fixed(68),
  subBusiness: z.null().optional(),
  planType: fixed(34),
  validTill: fixed('2030-12-31'),
}
type Typed = { pwd?: unknown; confirmPassword?: unknown }
const areEqual = ({ pwd, confirmPassword }: Typed) =>
  confirmPassword === undefined || confirmPassword === null || pwd === confirmPassword
/** Compares two fields, and reports even while others are still missing. */
const equalRule = {
  path: ['confirmPassword'],
  error: 'password.mismatch',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/** A company with its first Admin, as staff enter it (COMP-2, COMP-3). */
export const companyInput = z.strictObject(fields).refine(areEqual, equalRule)
export type CompanyInput = z.output<typeof companyInput>
/** The same as a form, with the password typed twice. */
/** The texts that both registration forms ask for. */
export const companyTexts = [
  'companyName',
  'firstName',
  'lastName',
  'email',
  'pwd',
  'confirmPassword',
  'phone',
  'address1',
  'address2',
  'postalCode',
] as const
export const companyForm = z
  .strictObject({ ...fields, confirmPassword: z.string().min(1).max(1000) })
  .refine(areEqual, equalRule)

/** The same from the public page, with the solved challenge and the page's language (COMP-7). */
const signUpInput = z
  .strictObject({
    ...fields,
    language: z.enum(['en', 'fr']).nullish(),
    altcha: z.string(requiredAs('field.required')).min(1).max(4000),
  })
  .refine(areEqual, equalRule)
export type SignUpInput = z.output<typeof signUpInput>

export type CompanyStatus = keyof typeof companyStatusWords
const companyStatuses = Object.keys(companyStatusWords) as [CompanyStatus, ...CompanyStatus[]]

const nullableText = z.string().nullable()
const companyRow = z.object({
  id: z.int(),
  company_number: nullableText,
  company_name: z.string(),
  email: nullableText,
  phone: nullableText,
  status: z.enum(companyStatuses),
  created_at: instant(),
})
export type CompanyRow = z.infer<typeof companyRow>
const companySaved = companyRow.extend(passwordWarned)
export type SavedCompany = z.infer<typeof companySaved>

export const companyList = defineList({
  rows: 'companies',
  columns: {
    company_number: 'Company number',
    company_name: 'Company name',
    email: 'Email',
    phone: 'Phone',
    status: 'Status',
    created_at: ['Since', 'instant'],
  },
  sort: ['company_name', 'company_number', 'email', 'phone', 'status', 'created_at'],
  filters: {
    company_name: { kind: 'text' },
    company_number: { kind: 'text' },
    email: { kind: 'text' },
    phone: { kind: 'text' },
    status: { kind: 'choice', options: choices(companyStatusWords) },
  },
  defaultSort: 'company_name,asc',
})

/** The names of these fields in the specification's registration form (2§3). */
const aliases = {
  password: 'pwd',
  contactNumber: 'phone',
  streetAddress1: 'address1',
  streetAddress2: 'address2',
  zipCode: 'postalCode',
} as const

export const companyRejection = z.strictObject({ reason: optionalText(500) })

export const fuelCompanies = defineContract('fuelCompanies', {
  list: {
    method: 'GET',
    path: '/fuel-company',
    summary: 'List customer companies, including those that await approval',
    can: 'customers.read',
    query: companyList.query,
    list: companyList,
    reply: pageOf('companies', companyRow),
  },
  register: {
    method: 'POST',
    path: '/fuel-company/register',
    summary: 'Add a customer company with its customer record and its first Admin',
    status: 201,
    can: 'customers.create',
    body: companyInput,
    aliases,
    reply: companySaved,
  },
  approve: {
    method: 'POST',
    path: '/fuel-company/:id/approve',
    summary: 'Approve a registration and notify the company by e-mail',
    can: 'customers.update',
    params: byId,
    reply: companyRow,
  },
  reject: {
    method: 'POST',
    path: '/fuel-company/:id/reject',
    summary: 'Reject a registration and notify the company by e-mail',
    can: 'customers.update',
    params: byId,
    body: companyRejection,
    reply: companyRow,
  },
})

const parameterValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** As the ALTCHA library creates and solves it. */
const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    expiresAt: z.number(),
  }),
  signature: z.string(),
})
export type Challenge = z.infer<typeof challenge>
/** The content of the sign-up's `altcha` field: base64-encoded JSON. */
export const solvedChallenge = z.object({
  challenge: z.object({ parameters: z.record(z.string(), parameterValue), signature: z.string().min(1).max(200) }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200), time: z.number().optional() }),
})

export const registration = defineContract('registration', {
  challenge: {
    method: 'GET',
    path: '/fuel-company/sign-up/challenge',
    summary: 'Get a proof-of-work challenge for the browser, to slow down automated registration',
    can: 'public',
    transaction: 'none',
    reply: challenge,
  },
  signUp: {
    method: 'POST',
    path: '/fuel-company/sign-up',
    summary: 'Register a company; it awaits approval by the provider’s staff',
    can: 'public',
    transaction: 'none',
    body: signUpInput,
    aliases,
    reply: z.null(),
  },
})
