import type { BankLine } from '@portal/contract/bank-files/bank-lines.ts'

/** What each invoice gets, by its number. NaN is a typing error. */
export type PaidParts = Readonly<Record<string, number | null>>
export const proposedParts = ({ proposal }: BankLine): PaidParts =>
  Object.fromEntries(proposal?.allocations.map(({ invoice_number, amount }) => [invoice_number, amount]) ?? [])
