import { z } from 'zod'
import { currency, id, isDay, isoDate } from '../fields.ts'
import { quarterPattern } from '../ifta/quarters.rules.ts'
import { jurisdictionOf } from '../lookups/jurisdictions.rules.ts'
import { productCodes, productWords, taxClasses } from '../lookups/products.rules.ts'
import { taxClassWords } from '../rates/rates-words.data.ts'
import { currencies } from '../rules/currency.ts'

/** The first and last day of the period, both included. `widget` says how a page asks, and any client can ask likewise. */
const periodFields = {
  from: isoDate().optional().meta({ title: 'From date', widget: 'day' }),
  to: isoDate().optional().meta({ title: 'To date', widget: 'day' }),
}
type Days = { from?: string | undefined; to?: string | undefined }
const isForward = ({ from, to }: Days): boolean => !from || !to || !isDay(from) || !isDay(to) || from <= to
/** The longest period: five years and a day. */
const longestDays = 1827
const isShort = ({ from, to }: Days): boolean =>
  !from || !to || !isDay(from) || !isDay(to) || (Date.parse(to) - Date.parse(from)) / 86_400_000 <= longestDays

/** A customer of the provider. A customer's own users need not name it. */
export const companyField = () => id().optional().meta({ title: 'Customer', widget: 'company' })
export const currencyField = () =>
  currency()
    .optional()
    .meta({ title: 'Currency', widget: 'choice', words: Object.fromEntries(currencies.map((one) => [one, one])) })
/** Something by its name, as a row of another report names it. */
export const nameField = (title: string) => z.string().trim().max(120).optional().meta({ title })
/** The two letters of a province or state, in any case. */
export const provinceField = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .refine((province) => jurisdictionOf(province) !== null, 'booking.province')
    .optional()
    .meta({ title: 'Province' })
export const unitField = () => z.string().trim().toUpperCase().max(120).optional().meta({ title: 'Unit number' })
export const productField = () =>
  z.string().trim().toUpperCase().pipe(z.enum(productCodes)).optional().meta({ title: 'Product', words: productWords })
/** Products of one kind; fuel is all that is priced by rates. */
export const productsField = () =>
  z
    .enum(['fuel', ...taxClasses])
    .optional()
    .meta({ title: 'Products', widget: 'choice', words: { fuel: 'Fuel', ...taxClassWords } })
export type ProductsAsked = z.output<ReturnType<typeof productsField>>
/** What has no driver, site or the like. A parameter of its own, because any text can be a name. */
export const withoutField = <const Words extends Readonly<Record<string, string>>>(words: Words) =>
  z
    .enum(Object.keys(words) as [keyof Words & string, ...(keyof Words & string)[]])
    .optional()
    .meta({ title: 'Without', words })
/** A week by its Monday. */
export const weekField = () =>
  isoDate()
    .refine((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1, 'report.unknown-choice')
    .optional()
    .meta({ title: 'Week' })
/** One of several, with the words that the page shows; the first is the default. */
export const choiceField = <const Words extends Readonly<Record<string, string>>>(title: string, words: Words) => {
  const names = Object.keys(words) as [keyof Words & string, ...(keyof Words & string)[]]
  return z
    .enum(names)
    .default(names[0] as never)
    .meta({ title, widget: 'choice', words })
}
/** A calendar quarter such as `2026Q3`. */
export const quarterField = () =>
  z.string().regex(quarterPattern, 'field.quarter').optional().meta({ title: 'Quarter', widget: 'quarter' })
/** An address has text: only digits are a number. */
const wholeOf = (given: unknown): unknown =>
  typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given
/** A whole number within bounds. */
export const numberField = (title: string, { min, max, by }: { min: number; max: number; by: number }) =>
  z
    .preprocess(
      wholeOf,
      z
        .int({ error: ({ code }) => (code === 'invalid_type' ? 'field.whole-number' : undefined) })
        .min(min)
        .max(max),
    )
    .default(by)
    .meta({ title, widget: 'number', type: 'integer', minimum: min, maximum: max })
/** A site by its number in the portal, as a row of another report names it. */
export const siteField = () =>
  z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, 'report.unknown-choice')
    .optional()
    .meta({ title: 'Site' })

/** A report over a period, with further parameters. */
export const overPeriod = <const Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .strictObject({ ...fields, ...periodFields })
    .refine((given) => isForward(given as Days), { path: ['to'], error: 'field.days-reversed' })
    .refine((given) => isShort(given as Days), { path: ['to'], error: 'report.period-too-long' })
