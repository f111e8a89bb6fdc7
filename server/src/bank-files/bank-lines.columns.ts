import { bankLineStatusWords } from '@portal/contract/bank-files/bank-files-words.data.ts'
import {
  type BankLine,
  type BankLineStatus,
  type LineProposal,
  proposalBasisWords,
} from '@portal/contract/bank-files/bank-lines.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Match } from './matching.rules.ts'

export type StoredBankLine = Omit<BankLine, 'amount' | 'currency' | 'status' | 'proposal'> & {
  amount_cents: number
  currency: string
  status: string
  payer_key: string
  payment_mode: string
}
const toMoney = (cents: number): number => fromUnits(cents, 'money')

export const toBankLine = (
  { amount_cents, payer_key, payment_mode, ...stored }: StoredBankLine,
  proposal: LineProposal | null,
): BankLine => ({
  ...stored,
  currency: stored.currency as Currency,
  status: stored.status as BankLineStatus,
  amount: toMoney(amount_cents),
  proposal,
})

/** A row of a download has words instead of codes, and the proposal beside what was booked. */
export const toLineCells = (line: BankLine) => ({
  ...line,
  status_words: bankLineStatusWords[line.status],
  customer: line.company_name ?? line.proposal?.company_name ?? '',
  invoice_numbers: (line.proposal?.allocations.map(({ invoice_number }) => invoice_number) ?? line.invoices).join(', '),
  basis_words: line.proposal?.basis ? proposalBasisWords[line.proposal.basis] : '',
})

/** A match with the names of its customers. */
export function toProposal(
  { basis, company_id, allocations, candidates }: Match,
  amount_cents: number,
  nameOf: (company: number) => string,
  perhaps_booked: LineProposal['perhaps_booked'],
): LineProposal {
  const spent = allocations.reduce((sum, { cents }) => sum + cents, 0)
  return {
    basis,
    company_id,
    company_name: company_id === null ? null : nameOf(company_id),
    allocations: allocations.map(({ invoice_number, cents, due_cents }) => ({
      invoice_number,
      amount: toMoney(cents),
      amount_due: toMoney(due_cents),
    })),
    on_account: company_id === null ? 0 : toMoney(amount_cents - spent),
    candidates: candidates.map(({ company_id: company, invoice }) => ({
      company_id: company,
      company_name: nameOf(company),
      invoice_number: invoice?.invoice_number ?? null,
      amount_due: invoice ? toMoney(invoice.due_cents) : null,
    })),
    perhaps_booked,
  }
}
