import { z } from 'zod'
import { parseRefreshDays } from './cards/refresh-days.rules.ts'
import { type Message, message } from './message.ts'
import { type Currency, readCurrency } from './rules/currency.ts'
import { decimals, decimalsOf, type Unit } from './rules/money.ts'

/** One place words every rule, for the server's answer and for the form alike (FORM-4). */
function messageOfIssue(issue: z.core.$ZodRawIssue): Message {
  const { code, input } = issue
  const isMissing = input === undefined || input === null || input === ''
  if ((code === 'invalid_type' || code === 'invalid_value') && isMissing) return 'field.required'
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
  if (code === 'invalid_type' && issue.expected === 'string') return 'field.text'
  if (code === 'invalid_type') return message('field.type', { type: issue.expected })
  if (code === 'invalid_value') return message('field.choice', { options: issue.values.join(', ') })
  if (code === 'unrecognized_keys') return 'field.unknown'
  if (code === 'invalid_format' && issue.format === 'date') return 'field.date'
  return 'field.invalid'
}
z.config({ customError: messageOfIssue })

/** A message as answers carry it beside its sentence. */
export const messageParts = z.object({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** Control characters have no place in a name or a memo, and break mails and files further on. */
const printable = /^[^\p{Cc}]*$/u
/**
 * Characters that nobody sees and that show what follows them backwards: a name must read as it is. Letters that run
 * from right to left need none of them.
 */
export const readsAsWritten = (value: string): boolean => !/[\u202A-\u202E\u2066-\u2069]/.test(value)
export const turnedRule = { error: 'field.reversing' }
export const text = (max: number) =>
  z.string().trim().min(1).max(max).regex(printable, 'field.one-line').refine(readsAsWritten, turnedRule)
/** May be left empty: an emptied box means that there is nothing, as null does. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(printable, 'field.one-line')
    .refine(readsAsWritten, turnedRule)
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

/**
 * Where a screen has words of its own for what is missing; `otherwise` is said of anything else that is wrong, or the
 * rule's own message.
 */
export const requiredAs = (missing: Message, otherwise?: Message) => ({
  error: ({ input }: { input?: unknown }): Message | undefined =>
    input === undefined || input === null || input === '' ? missing : otherwise,
})

/** A JSON amount: finite, in range, with no more decimals than its unit has (API-2). */
const amount = (unit: Unit, max: number, min = 0, missing: Message = 'field.required') =>
  z
    .number(requiredAs(missing))
    .min(min)
    .max(max)
    .refine((value) => decimalsOf(value) <= decimals[unit], {
      error: message('field.decimals', { max: decimals[unit] }),
    })
export const money = () => amount('money', 99_999_999.99)
/** What is paid is something. */
export const moneyAboveZero = () => amount('money', 99_999_999.99, 0.01)
export const quantity = () => amount('quantity', 9_999_999.999)
/** Per litre or per gallon. */
export const price = (missing?: Message) => amount('price', 9_999.9999, 0, missing)

/** What is bought by the piece may cost more than any litre. */
export const unitPrice = () => amount('price', 99_999_999.9999)
/** A tax per litre or per gallon. */
export const unitTax = () => amount('unitTax', 99.999999)

/** Comes in any of its spellings and goes on as CAD or USD (LIST-13). */
export const currency = () =>
  z
    .string()
    .min(1)
    .refine((value) => value === '' || readCurrency(value) !== null, { error: 'field.currency' })
    .transform((value): Currency => readCurrency(value) ?? 'CAD')

/**
 * A balance may be below zero where it was read so: what was bought was bought. To set one there is refused by the
 * server.
 */
export const moneyBalance = () => amount('money', 99_999_999.99, -99_999_999.99)
export const quantityBalance = () => amount('quantity', 9_999_999.999, -9_999_999.999)

/** A day from 1900 to 2999: anything else is a slip of the hand, and the year 0 is no day to a database. */
export const isDay = (text: string): boolean => /^(19|2\d)\d\d-/.test(text) && z.iso.date().safeParse(text).success
export const isoDate = () => z.iso.date().refine((text) => isDay(text), { error: 'field.date' })
/** A moment, as every answer writes it. */
export const instant = () => z.iso.datetime({ offset: true })
/** The time of day where the site is, to the second and without an offset (TXN-4). */
export const localTime = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
export const refreshDays = () =>
  z
    .string()
    .min(1)
    .max(300)
    .refine((value) => value === '' || parseRefreshDays(value) !== null, { error: 'field.refresh-days' })

/** An id in a path comes as text, in a body as a number; a bigint identity either way. */
export const id = () => z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/)]).transform(Number)
export const byId = z.object({ id: id() })
export const version = () => z.int().positive()

const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\.(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/
export const isEmail = (value: string): boolean => value.length <= 254 && emailPattern.test(value)

/** Kept in small letters, as addresses are compared. */
export const email = () => z.string().trim().min(1).toLowerCase().refine(isEmail, { error: 'field.email' })
/** At least 12 characters; long and Unicode ones are taken as they are (AUTH-8). */
export const newPassword = () => z.string().min(12).max(1000)

/** A drop-down's entry (LIST-12). */
export const option = z.object({ key: z.string(), value: z.string() })
