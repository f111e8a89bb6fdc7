import { AppError } from '@portal/contract/errors.ts'
import { moneyAboveZero } from '@portal/contract/fields.ts'
import type { Message } from '@portal/contract/message.ts'
import {
  leftAfter,
  partThatFits,
  proposeAllocations,
  sumAllocations,
} from '@portal/contract/receipts/allocations.rules.ts'
import type { AllocationInput, OpenInvoice } from '@portal/contract/receipts/receipts.ts'
import type { RecordForm } from '../form/record-form.ts'

/** What was typed, by the invoice's number. Null while the proposal stands. */
type TypedParts = Readonly<Record<string, number | null>>
export const partsByNumber = (parts: readonly AllocationInput[]): TypedParts =>
  Object.fromEntries(parts.map(({ invoice_number, amount }) => [invoice_number, amount]))
/** The name of an invoice's amount among the form's fields. */
export const partName = ({ id }: Pick<OpenInvoice, 'id'>): string => `part_${id}`

const amountRule = moneyAboveZero()
/** What is wrong with an amount. Empty and zero mean that the invoice gets nothing. */
function faultOf(part: number | null, { amount_due }: OpenInvoice): Message | undefined {
  if (part === null || part === 0) return
  const fault = amountRule.safeParse(part).error?.issues[0]?.message
  return fault ? (fault as Message) : part > amount_due ? 'payment.exceeds-due' : undefined
}

/**
 * The allocation of money to open invoices, kept in the form as `allocations`. Until an amount is typed, it follows the
 * available money, oldest invoice first (RECV-1); from then on, the other amounts stay as they are.
 */
export function allocationsOf(form: RecordForm, invoices: readonly OpenInvoice[], available: number | null) {
  const typed = form.state.values.allocations as TypedParts | null
  const proposed = proposeAllocations(invoices, available)
  const parts = invoices.map(({ invoice_number }, at) =>
    typed ? (typed[invoice_number] ?? null) : proposed[at] || null,
  )
  const left = leftAfter(available, parts)
  const given = invoices.flatMap((invoice, at) => {
    const amount = parts[at] ?? null
    return amount ? [{ invoice, amount }] : []
  })
  const set = (invoice: OpenInvoice, part: number | null) => {
    form.change('allocations', {
      ...Object.fromEntries(invoices.map(({ invoice_number }, at) => [invoice_number, parts[at]])),
      [invoice.invoice_number]: part,
    })
    form.state.clearFieldError(partName(invoice))
  }
  return {
    parts,
    left,
    sum: sumAllocations(parts),
    isProposed: typed === null,
    faults: invoices.map((invoice, at) => faultOf(parts[at] ?? null, invoice)),
    set,
    /** Pays an invoice as far as the money goes, or not at all. */
    toggle: (invoice: OpenInvoice, isPaid: boolean) => {
      const others = parts.filter((_, at) => invoices[at] !== invoice)
      set(invoice, isPaid ? partThatFits(available, others, invoice.amount_due) : null)
    },
    propose: () => form.change('allocations', null),
    body: given.map(({ invoice, amount }): AllocationInput => ({ invoice_number: invoice.invoice_number, amount })),
    /** Throws what the fields already show, so that nothing is sent. */
    demandValid: () => {
      const faults = invoices.flatMap((invoice, at) => {
        const fault = faultOf(parts[at] ?? null, invoice)
        return fault ? [[partName(invoice), fault] as const] : []
      })
      if (faults.length > 0) throw new AppError('request.invalid', Object.fromEntries(faults))
      if (left < 0) throw new AppError('receipt.over-allocated')
    },
    /** The error with its faults at the invoices' fields instead of their places in the call. */
    atFields: (error: unknown): unknown => {
      if (!(error instanceof AppError) || !error.fields) return error
      const fields = Object.entries(error.fields).map(([name, fault]) => {
        const at = /^allocations\.(\d+)\./.exec(name)?.[1]
        const invoice = at === undefined ? undefined : given[Number(at)]?.invoice
        return [invoice ? partName(invoice) : name, fault] as const
      })
      return new AppError(error.code, Object.fromEntries(fields), { message: error.message })
    },
  }
}
export type Allocations = ReturnType<typeof allocationsOf>
