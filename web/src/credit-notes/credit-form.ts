import { creditNoteInput } from '@portal/contract/credit-notes/credit-notes.ts'
import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import { currency, id } from '@portal/contract/fields.ts'
import type { Message } from '@portal/contract/message.ts'
import { z } from 'zod'
import type { Values } from '../form/record-form.ts'

export type CreditWay = 'lines' | 'amounts'
const amountShape = creditNoteInput.shape.amounts.unwrap().element.shape
const parts = ['product', 'province', 'description', 'amount', 'gst', 'hst', 'pst', 'qst'] as const
export type AmountPart = (typeof parts)[number]

/** The name of a part of a typed amount among the form's fields. */
export const amountName = (row: number, part: AmountPart): string => `amount_${row}_${part}`

/** Taxes may stay empty, which the call reads as zero. */
const partRule = (part: AmountPart): z.ZodType =>
  ['gst', 'hst', 'pst', 'qst'].includes(part) ? (amountShape[part] as z.ZodType).nullish() : amountShape[part]

/** The form's fields: the reason, and a set of fields per typed amount. */
export const creditShape = (rows: readonly number[]) =>
  z.object({
    reason: creditNoteInput.shape.reason,
    ...Object.fromEntries(rows.flatMap((row) => parts.map((part) => [amountName(row, part), partRule(part)]))),
  })

/** The same without an invoice, for a customer. */
export const customerCreditShape = (rows: readonly number[]) =>
  creditShape(rows).extend({ company_id: id(), currency: currency() })

/** A typed amount as the call takes it. */
export const typedAmountOf = (values: Values, row: number) => {
  const read = <T>(part: AmountPart) => values[amountName(row, part)] as T
  const tax = (part: AmountPart) => read<number | null>(part) ?? 0
  return {
    product: read<never>('product'),
    province: read<string | null>('province') || null,
    description: read<string>('description'),
    amount: read<number>('amount'),
    gst: tax('gst'),
    hst: tax('hst'),
    pst: tax('pst'),
    qst: tax('qst'),
  }
}

/** The error with its faults at the form's fields. A fault of the whole choice stays a sentence above the form. */
export function atCreditFields(error: unknown, rows: readonly number[]): unknown {
  if (!(error instanceof AppError) || !error.fields) return error
  const fields: FieldErrors = {}
  const others: Message[] = []
  for (const [name, fault] of Object.entries(error.fields)) {
    const [, at, part] = /^amounts\.(\d+)\.(\w+)$/.exec(name) ?? []
    const row = at === undefined ? undefined : rows[Number(at)]
    if (['reason', 'company_id', 'currency'].includes(name)) fields[name] = fault
    else if (row !== undefined) fields[amountName(row, part as AmountPart)] = fault
    else others.push(fault)
  }
  if (Object.keys(fields).length > 0) return new AppError(error.code, fields, { message: error.message })
  return new AppError(error.code, undefined, { message: others[0] ?? error.message })
}
