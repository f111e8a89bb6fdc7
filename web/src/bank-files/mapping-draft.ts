import type { BankFileColumns } from '@portal/contract/bank-files/bank-files.ts'
import { type Bank, bankInput } from '@portal/contract/bank-files/banks.ts'

export type MappingDraft = Record<string, string>
export type MappingFaults = Record<string, string>

/** What the form starts with: the bank as it is, or what the file's columns seem to be. */
export function draftOf(bank: Bank | undefined, { proposed }: BankFileColumns): MappingDraft {
  const mapping = bank?.mapping ?? proposed
  const shown = (value: string | boolean | null | undefined) => String(value ?? '')
  return {
    bank_name: bank?.name ?? '',
    currency: bank?.currency ?? 'CAD',
    payment_mode: bank?.payment_mode ?? 'eft',
    ...Object.fromEntries(Object.entries(mapping).map(([field, value]) => [field, shown(value)])),
  }
}
/** As the contract takes it. Empty choices are missing. */
export const inputOf = ({ bank_name, currency, payment_mode, has_header, ...mapping }: MappingDraft) => ({
  name: bank_name,
  currency,
  payment_mode,
  mapping: {
    ...Object.fromEntries(Object.entries(mapping).map(([field, value]) => [field, value || null])),
    has_header: has_header === 'true',
  },
})
/** The field of the form: the payer's column and the bank have a name each. */
const fieldOf = (path: string): string => (path === 'name' ? 'bank_name' : path.replace('mapping.', ''))
export const atFields = (faults: Readonly<Record<string, string>>): MappingFaults =>
  Object.fromEntries(Object.entries(faults).map(([path, fault]) => [fieldOf(path), fault]))
export const faultsOf = (input: object): MappingFaults =>
  atFields(
    Object.fromEntries(
      (bankInput.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
    ),
  )
