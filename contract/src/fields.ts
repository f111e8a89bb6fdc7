import { z } from 'zod'
import { parseRefreshDays } from './cards/refresh-days.rules.ts'
import { type Currency, readCurrency } from './rules/currency.ts'
import { decimals, decimalsOf, type Unit } from './rules/money.ts'

export const requiredMessage = 'This field is required.'

/** One place words every rule, for the server's answer and for the form alike (FORM-4). */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue
  if (code === 'invalid_type' && (input === undefined || input === null || input === '')) return requiredMessage
  if (code === 'invalid_value' && (input === undefined || input === null || input === '')) return requiredMessage
  if (code === 'too_small' && issue.origin === 'string')
    return input === '' || issue.minimum === 1 ? requiredMessage : `Use at least ${issue.minimum} characters.`
  if (code === 'too_big' && issue.origin === 'string') return `Use at most ${issue.maximum} characters.`
  if (code === 'too_small' && issue.origin !== 'string' && !issue.inclusive)
    return `Must be more than ${issue.minimum}.`
  if (code === 'too_small' && (issue.origin === 'number' || issue.origin === 'int'))
    return `Must be ${issue.minimum} or more.`
  if (code === 'too_big' && (issue.origin === 'number' || issue.origin === 'int'))
    return `Must be ${issue.maximum} or less.`
  if (code === 'invalid_type')
    return issue.expected === 'number'
      ? 'Enter a number.'
      : issue.expected === 'string'
        ? 'Enter text.'
        : `Must be ${article(issue.expected)}.`
  if (code === 'invalid_value') return `Choose one of: ${issue.values.join(', ')}.`
  if (code === 'unrecognized_keys') return 'This field is not known here.'
  if (code === 'invalid_format' && issue.format === 'date') return 'Enter a date as YYYY-MM-DD.'
  return undefined
}
const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`)
z.config({ customError: sentence })

/** Control characters have no place in a name or a memo, and break mails and files further on. */
const printable = /^[^\p{Cc}]*$/u
/**
 * Characters that nobody sees and that show what follows them backwards: a name must read as it is. Letters that run
 * from right to left need none of them.
 */
export const readsAsWritten = (value: string): boolean => !/[\u202A-\u202E\u2066-\u2069]/.test(value)
export const turnedRule = { error: 'Remove the invisible characters that reverse the text; typing it again does so.' }
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(printable, 'Remove the line breaks or control characters.')
    .refine(readsAsWritten, turnedRule)
/** May be left empty: an emptied box means that there is nothing, as null does. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(printable, 'Remove the line breaks or control characters.')
    .refine(readsAsWritten, turnedRule)
    .transform((value) => value || null)
    .nullish()
export const digits = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .regex(/^\d+$/, 'Use digits only.')
    .min(min, `Use ${min} to ${max} digits.`)
    .max(max, `Use ${min} to ${max} digits.`)

/**
 * Where a screen has words of its own for what is missing; `otherwise` is said of anything else that is wrong, or the
 * rule's own sentence.
 */
export const requiredAs = (missing: string, otherwise?: string) => ({
  error: ({ input }: { input?: unknown }): string | undefined =>
    input === undefined || input === null || input === '' ? missing : otherwise,
})

/** A JSON amount: finite, in range, with no more decimals than its unit has (API-2). */
const amount = (unit: Unit, max: number, min = 0, missing = requiredMessage) =>
  z
    .number(requiredAs(missing))
    .min(min)
    .max(max)
    .refine((value) => decimalsOf(value) <= decimals[unit], { error: `Use at most ${decimals[unit]} decimals.` })
export const money = () => amount('money', 99_999_999.99)
/** What is paid is something. */
export const moneyAboveZero = () => amount('money', 99_999_999.99, 0.01)
export const quantity = () => amount('quantity', 9_999_999.999)
/** Per litre or per gallon. */
export const price = (missing?: string) => amount('price', 9_999.9999, 0, missing)

/** What is bought by the piece may cost more than any litre. */
export const unitPrice = () => amount('price', 99_999_999.9999)
/** A tax per litre or per gallon. */
export const unitTax = () => amount('unitTax', 99.999999)

/** Comes in any of its spellings and goes on as CAD or USD (LIST-13). */
export const currency = () =>
  z
    .string()
    .min(1)
    .refine((value) => value === '' || readCurrency(value) !== null, { error: 'Choose CAD or USD.' })
    .transform((value): Currency => readCurrency(value) ?? 'CAD')

/**
 * A balance may be below zero where it was read so: what was bought was bought. To set one there is refused by the
 * server.
 */
export const moneyBalance = () => amount('money', 99_999_999.99, -99_999_999.99)
export const quantityBalance = () => amount('quantity', 9_999_999.999, -9_999_999.999)

/** A day from 1900 to 2999: anything else is a slip of the hand, and the year 0 is no day to a database. */
export const isDay = (text: string): boolean => /^(19|2\d)\d\d-/.test(text) && z.iso.date().safeParse(text).success
export const isoDate = () => z.iso.date().refine((text) => isDay(text), { error: 'Enter a date as YYYY-MM-DD.' })
/** A moment, as every answer writes it. */
export const instant = () => z.iso.datetime({ offset: true })
/** The time of day where the site is, to the second and without an offset (TXN-4). */
export const localTime = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
export const refreshDays = () =>
  z
    .string()
    .min(1)
    .max(300)
    .refine((value) => value === '' || parseRefreshDays(value) !== null, { error: 'Choose the days, or N/A alone.' })

/** An id in a path comes as text, in a body as a number; a bigint identity either way. */
export const id = () => z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/)]).transform(Number)
export const byId = z.object({ id: id() })
export const version = () => z.int().positive()

export const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\.(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/
export const isEmail = (value: string): boolean => value.length <= 254 && emailPattern.test(value)

/** Kept in small letters, as addresses are compared. */
export const email = () =>
  z.string().trim().min(1).toLowerCase().refine(isEmail, { error: 'Please enter a valid email.' })
/** At least 12 characters; long and Unicode ones are taken as they are (AUTH-8). */
export const newPassword = () => z.string().min(12).max(1000)

/** A drop-down's entry (LIST-12). */
export const option = z.object({ key: z.string(), value: z.string() })
