import { z } from 'zod'
import { parseRefreshDays } from './cards/refresh-days.rules.ts'
import { type Message, message } from './message.ts'
import { minPassword } from './password-length.ts'
import { type Currency, readCurrency } from './rules/currency.ts'
import { decimals, decimalsOf, type Unit } from './rules/money.ts'

/** Maps every rule to one message, for the server and the form alike (FORM-4). */
function messageOfIssue(issue: z.core.$ZodRawIssue): Message {
  const { code, input } = issue
  const isMissing = input === undefined || input === null || input === ''
  if ((code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union') && isMissing)
    return 'field.required'
  if (code === 'too_small' && issue.origin === 'string')
    return input === '' || issue.minimum === 1
      ? 'field.required'
      : message('field.too-short', { min: Number(issue.minimum) })
  if (code === 'too_big' && issue.origin === 'string') return message('field.too-long', { max: Number(issue.maximum) })
  if (code === 'too_small' && !issue.inclusive) return message('field.above', { min: Number(issue.minimum) })
  const isNumber = (code === 'too_small' || code === 'too_big') && (issue.origin === 'number' || issue.origin === 'int')
  if (code === 'too_small' && isNumber) return message('field.at-least', { min: Number(issue.minimum) })
  if (code === 'too_big' && isNumber) return message('field.at-most', { max: Number(issue.maximum) })
  if (code === 'invalid_type' && issue.expected === 'number') return 'field.number'
  if (code === 'invalid_type' && issue.expected === 'int') return 'field.whole-number'
  if (code === 'invalid_type' && issue.expected === 'string') return 'field.text'
  if (code === 'invalid_type') return message('field.type', { type: issue.expected })
  if (code === 'invalid_value') return message('field.choice', { options: issue.values.join(', ') })
  if (code === 'unrecognized_keys') return 'field.unknown'
  if (code === 'invalid_format' && issue.format === 'date') return 'field.date'
  return 'field.invalid'
}
z.config({ customError: messageOfIssue })

/** A message as replies include it beside its sentence. */
export const messageParts = z.object({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** Control characters do not belong in a name or a memo, and break mails and files. */
const printable = /^[^\p{Cc}]*$/u
/**
 * Rejects invisible characters that reverse the text after them, so that a name reads as stored. Right-to-left scripts
 * do not need them.
 */
export const readsAsWritten = (value: string): boolean => !/[\u202A-\u202E\u2066-\u2069]/.test(value)
export const readableRule = { error: 'field.reversing' }
export const text = (max: number) =>
  z.string().trim().min(1).max(max).regex(printable, 'field.one-line').refine(readsAsWritten, readableRule)
/** Can be empty: an emptied field means null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(printable, 'field.one-line')
    .refine(readsAsWritten, readableRule)
    .transform((value) => value || null)
    .nullish()
export const digits = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .regex(/^\d+$/, 'field.digits')
    .min(min, message('field.digit-count', { min, max }))
    .max(max, message('field.digit-count', { min, max }))

/** For fields with their own message for a missing value. `otherwise` replaces the rule's message for other errors. */
export const requiredAs = (missing: Message, otherwise?: Message) => ({
  error: ({ input }: { input?: unknown }): Message | undefined =>
    input === undefined || input === null || input === '' ? missing : otherwise,
})

/** A JSON amount: finite, in range, and with no more decimals than its unit (API-2). */
const amount = (unit: Unit, max: number, min = 0, missing: Message = 'field.required') =>
  z
    .number(requiredAs(missing))
    .min(min)
    .max(max)
    .refine((value) => decimalsOf(value) <= decimals[unit], {
      error: message('field.decimals', { max: decimals[unit] }),
    })
export const money = () => amount('money', 99_999_999.99)
/** A payment must be more than zero. */
export const moneyAboveZero = () => amount('money', 99_999_999.99, 0.01)
export const quantity = () => amount('quantity', 9_999_999.999)
/** Per litre or per gallon. */
export const price = (missing?: Message) => amount('price', 9_999.9999, 0, missing)

/** The price of a purchase. Single items can cost more than any price per litre. */
export const unitPrice = () => amount('linePrice', 99_999_999.999999)
/** A tax per litre or per gallon. */
export const unitTax = () => amount('unitTax', 99.999999)

/** Accepts any spelling and returns CAD or USD (LIST-13). */
export const currency = () =>
  z
    .string()
    .min(1)
    .refine((value) => value === '' || readCurrency(value) !== null, { error: 'field.currency' })
    .transform((value): Currency => readCurrency(value) ?? 'CAD')

/** A balance read below zero can be sent back. The server refuses to set a new one below zero. */
export const moneyBalance = () => amount('money', 99_999_999.99, -99_999_999.99)
export const quantityBalance = () => amount('quantity', 9_999_999.999, -9_999_999.999)

/** A date from 1900 to 2999. Others are typing errors, and PostgreSQL has no year 0. */
export const isDay = (text: string): boolean => /^(19|2\d)\d\d-/.test(text) && z.iso.date().safeParse(text).success
export const isoDate = () => z.iso.date().refine((text) => isDay(text), { error: 'field.date' })
/** A timestamp in replies. */
export const instant = () => z.iso.datetime({ offset: true })
/** A point in time with its offset, between 1900 and 2999. */
export const effectiveAt = () =>
  z.iso
    .datetime({ offset: true, error: 'field.instant' })
    .refine((text) => isDay(text.slice(0, 10)), { error: 'field.instant' })
/** The site's local time to the second, without an offset (TXN-4). */
export const localTime = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
export const refreshDays = () =>
  z
    .string()
    .min(1)
    .max(300)
    .refine((value) => value === '' || parseRefreshDays(value) !== null, { error: 'field.refresh-days' })

/** An id is text in a path and a number in a body. */
export const id = () => z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/)]).transform(Number)
export const byId = z.object({ id: id() })
export const version = () => z.int().positive()

const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\.(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/
export const isEmail = (value: string): boolean => value.length <= 254 && emailPattern.test(value)

/** Stored in lower case, because addresses are compared that way. */
export const email = () => z.string().trim().min(1).toLowerCase().refine(isEmail, { error: 'field.email' })
export const passwordTooShort = message('field.too-short', { min: minPassword })
/** Long and Unicode passwords are accepted unchanged (AUTH-8). */
export const newPassword = () => z.string().min(minPassword).max(1000)

/** Said only of a password that an Admin set and that may be guessed: it was accepted all the same (SEC-6, LIT-6). */
export const passwordWarned = {
  password_warning: z.string().optional(),
  password_warning_message: messageParts.optional(),
}

/** An entry of a drop-down (LIST-12). */
export const option = z.object({ key: z.string(), value: z.string() })
