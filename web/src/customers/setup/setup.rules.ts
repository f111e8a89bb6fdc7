import type { Customer, CustomerOverview } from '@portal/contract/customers/customers.ts'

/** The steps of a customer's set-up (UX-10), in order. */
export const setupSteps = ['company', 'terms', 'brand', 'markups', 'cards', 'users'] as const
export type SetupStep = (typeof setupSteps)[number]
export const setupWords: Readonly<Record<SetupStep, string>> = {
  company: 'Company',
  terms: 'Terms',
  brand: 'Brand and language',
  markups: 'Markup',
  cards: 'Cards',
  users: 'Users',
}

export type SetupFacts = {
  customer: Pick<Customer, 'email' | 'address1' | 'billing_city' | 'credit_limits'>
  overview: Pick<CustomerOverview, 'cards' | 'markups' | 'users'>
}

/** What each step still lacks, read from the records: the set-up itself stores nothing. */
export function missingOf({ customer, overview }: SetupFacts): Record<SetupStep, string | null> {
  const { email, address1, billing_city, credit_limits } = customer
  const hasCards = overview.cards.some(({ status, count }) => status !== 'CLOSED' && count > 0)
  return {
    company: email === null ? 'No e-mail' : address1 === null || billing_city === null ? 'No billing address' : null,
    terms: credit_limits.CAD === null && credit_limits.USD === null ? 'No credit limit' : null,
    // Every customer has a brand and a language, of its provider at first.
    brand: null,
    markups: overview.markups === 0 ? 'No markup' : null,
    cards: hasCards ? null : 'No cards',
    users: overview.users === 0 ? 'No user can sign in' : null,
  }
}

/** Where to take the set-up up again. */
export const openStep = (missing: Record<SetupStep, string | null>): SetupStep =>
  setupSteps.find((step) => missing[step] !== null) ?? 'company'

/** A customer with an invoice is set up: what it lacks then, such as a credit limit, was left out on purpose. */
export const isBeingSetUp = (
  customer: Pick<Customer, 'invoice_cnt'>,
  missing: Record<SetupStep, string | null>,
): boolean => customer.invoice_cnt === 0 && setupSteps.some((step) => missing[step] !== null)

export const isSetupStep = (value: unknown): value is SetupStep => (setupSteps as readonly unknown[]).includes(value)
