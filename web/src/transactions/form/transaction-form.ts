import type { FieldErrors } from '@portal/contract/errors.ts'
import { isDay, isoDate, requiredAs } from '@portal/contract/fields.ts'
import {
  fuels,
  type ProductCode,
  type PurchaseGroup,
  productsOfGroup,
  purchaseGroups,
} from '@portal/contract/lookups/products.rules.ts'
import { volumeUnits } from '@portal/contract/rules/units.ts'
import { groupForForm } from '@portal/contract/transactions/lines.rules.ts'
import {
  faultsOfLine,
  fieldsOfGroup,
  neededOfGroup,
  type TypedField,
} from '@portal/contract/transactions/manual-lines.rules.ts'
import {
  faultOfDay,
  type ManualInput,
  manualHead,
  noPurchase,
  typedSchemas,
} from '@portal/contract/transactions/manual-transactions.ts'
import type { Transaction, TransactionLine } from '@portal/contract/transactions/transactions.ts'
import { z } from 'zod'
import type { Shape, Values } from '../../form/record-form.ts'

/** An input of a group, in a form without nested names. */
export type GroupField = TypedField | 'dtl_prd_cd'
export const nameOf = (group: PurchaseGroup, field: GroupField): string => `${group}__${field}`
/** The group's own entry in the form's index, whether or not its inputs are rendered. */
export const markOf = (group: PurchaseGroup): string => `${group}__`
/** With a single product, the code is not a choice and does not make a purchase. */
const onlyProductOf = (group: PurchaseGroup): ProductCode | null => {
  const [only, another] = productsOfGroup(group)
  return only && !another ? only : null
}

export type Seated = {
  groups: Readonly<Record<PurchaseGroup, TransactionLine | null>>
  further: readonly TransactionLine[]
}
/** Places a record's lines in their groups. Lines without one are kept unchanged (TXN-7). */
export function seatLines(lines: readonly TransactionLine[]): Seated {
  const { groups, further } = groupForForm(lines.map((line) => ({ line, product: line.dtl_prd_cd as ProductCode })))
  return {
    groups: Object.fromEntries(
      purchaseGroups.map((group) => [group, groups[group]?.line.line ?? null]),
    ) as Seated['groups'],
    further: further.map(({ line }) => line.line),
  }
}

const groupValues = (group: PurchaseGroup, line: TransactionLine | null): Values =>
  Object.fromEntries([
    [nameOf(group, 'dtl_prd_cd'), line?.dtl_prd_cd ?? onlyProductOf(group)],
    ...fieldsOfGroup[group].map((field) => [nameOf(group, field), line?.[field] ?? null]),
  ])
export const emptyGroup = (group: PurchaseGroup): Values => groupValues(group, null)
const everyGroup = (seated: Seated | null): Values =>
  Object.assign({}, ...purchaseGroups.map((group) => groupValues(group, seated?.groups[group] ?? null)))

const inVolume: readonly unknown[] = [...fuels, 'DEF']
const unitOf = ({ groups, further }: Seated): string =>
  [...Object.values(groups), ...further].find((line) => line !== null && line.dtl_uom !== null)?.dtl_uom ?? 'L'
const hasOtherUnit = (values: Values, unit: unknown, group: PurchaseGroup): boolean =>
  values.uom !== unit && inVolume.includes(values[nameOf(group, 'dtl_prd_cd')])
/** A group's line of the record, in the currently chosen unit. */
export function lineInUnit(values: Values, seated: Seated, group: PurchaseGroup): TransactionLine | null {
  const line = seated.groups[group]
  if (!line || !hasOtherUnit(values, unitOf(seated), group)) return line
  const unit = values.uom as TransactionLine['dtl_uom']
  return { ...line, dtl_uom: unit, dtl_price_uom: unit }
}

/** The fields of the head that the form and the record name alike. */
const headNames = [
  'txn_company',
  'card_number',
  'provider',
  'authentication_id',
  'dtl_stn_no',
  'location',
  'dtl_stn_prv',
  'currency',
  'driver_name',
  'vehicle',
  'odometer',
  'trip_number',
  'version',
] as const satisfies readonly (keyof Transaction)[]
const headValues = (record: Pick<Transaction, (typeof headNames)[number]> | null): Values =>
  Object.fromEntries(headNames.map((name) => [name, record?.[name] ?? null]))

export const blankTransaction = (company: number | null): Values => ({
  ...headValues(null),
  txn_date: null,
  txn_time: null,
  txn_company: company,
  currency: 'CAD',
  uom: 'L',
  sales_type: null,
  ...everyGroup(null),
})
export function valuesOfTransaction(record: Transaction): Values {
  const [day, time] = record.txn_date.split('T')
  return {
    ...headValues(record),
    txn_date: day,
    txn_time: time,
    uom: unitOf(seatLines(record.txn_attr)),
    sales_type: record.txn_attr[0]?.dtl_sls_type ?? null,
    ...everyGroup(seatLines(record.txn_attr)),
  }
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
/** A group is in use once any of its inputs has a value (TXN-6). */
export const isCounted = (values: Values, group: PurchaseGroup): boolean =>
  fieldsOfGroup[group].some((field) => isThere(values[nameOf(group, field)])) ||
  (onlyProductOf(group) === null && isThere(values[nameOf(group, 'dtl_prd_cd')]))
/** Unchanged lines of a record need no more than they had (TXN-7). */
const isAsked = (values: Values, initial: Values | null, group: PurchaseGroup): boolean =>
  isCounted(values, group) &&
  (initial === null ||
    hasOtherUnit(values, initial.uom, group) ||
    Object.keys(emptyGroup(group)).some((name) => values[name] !== initial[name]))

/** The form's other inputs: the last possible day, and the proposals for a group's empty inputs. */
export type Known = {
  tomorrow: string
  proposedOf: (group: PurchaseGroup) => Readonly<Partial<Record<TypedField, number>>>
}

const asEnum = (products: readonly ProductCode[]) => z.enum(products as [ProductCode, ...ProductCode[]])
const orProposed = z.number(requiredAs('transaction.proposed'))
function groupShape(group: PurchaseGroup, proposed: readonly TypedField[] | undefined): Record<string, z.ZodType> {
  const code = asEnum(productsOfGroup(group))
  return Object.fromEntries([
    [nameOf(group, 'dtl_prd_cd'), proposed ? code : code.nullish()],
    ...fieldsOfGroup[group].map((field) => {
      const schema = typedSchemas[field]
      const needed = proposed?.includes(field) ? orProposed.pipe(schema) : schema
      return [nameOf(group, field), proposed && neededOfGroup[group].includes(field) ? needed : schema.nullish()]
    }),
  ])
}

const time = z
  .string()
  .min(1)
  .regex(/^$|^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Enter a time as HH:mm.')
const { txn_date: _date, ...restOfHead } = manualHead
const saleType = z.string().min(1)
/**
 * Files have no sales type, and their transactions can stay without (TXN-7). A type once set stays required, and an
 * added purchase needs one (TXN-8).
 */
const isTypeNeeded = (initial: Values, counted: readonly PurchaseGroup[]): boolean =>
  initial.sales_type !== null || counted.some((group) => !isCounted(initial, group))
/** A rule across fields, reported at one of them with its other errors. */
const faulty = (message: string) => z.unknown().refine(() => false, { error: message })
/** An existing record's day is not validated again. */
const dayWithin = (initial: Values | null, tomorrow: string) =>
  isoDate().superRefine((day, context) => {
    const fault = isDay(day) && day !== initial?.txn_date ? faultOfDay(day, tomorrow) : null
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

/** What the input asks of itself: plain data, so that the schema is built only when it changes, not at every key. */
export type Demands = {
  tomorrow: string
  /** The groups in use. */
  counted: readonly PurchaseGroup[]
  /** The groups that require their inputs, with the inputs that have a proposal. */
  asked: Readonly<Partial<Record<PurchaseGroup, readonly TypedField[]>>>
  hasOwner: boolean
}
const namesOf = (proposed: object): string[] =>
  Object.entries(proposed).flatMap(([name, value]) => (value === undefined ? [] : [name]))
export function demandsOf(values: Values, initial: Values | null, { tomorrow, proposedOf }: Known): Demands {
  const asked = purchaseGroups.filter((group) => isAsked(values, initial, group))
  return {
    tomorrow,
    counted: purchaseGroups.filter((group) => isCounted(values, group)),
    asked: Object.fromEntries(asked.map((group) => [group, namesOf(proposedOf(group))])),
    hasOwner: Boolean(values.txn_company || values.card_number),
  }
}

/** A group in use requires its inputs, and a change requires place and sales type (TXN-6, TXN-8). */
export function schemaOf({ tomorrow, counted, asked, hasOwner }: Demands, initial: Values | null): Shape {
  const { dtl_stn_prv } = restOfHead
  const shape = {
    txn_date: dayWithin(initial, tomorrow),
    txn_time: time,
    ...restOfHead,
    uom: z.enum(volumeUnits),
    version: z.int().nullish(),
    ...(initial === null
      ? { sales_type: saleType.nullish() }
      : {
          dtl_stn_prv: dtl_stn_prv.unwrap().unwrap().pipe(z.string()),
          sales_type: isTypeNeeded(initial, counted) ? saleType : saleType.nullish(),
        }),
    ...Object.assign({}, ...purchaseGroups.map((group) => groupShape(group, asked[group]))),
    // An empty group is neither valid nor invalid.
    ...Object.fromEntries(counted.map((group) => [markOf(group), z.unknown().optional()])),
    ...(hasOwner ? {} : { txn_company: faulty('transaction.company-or-card') }),
    ...(counted.length > 0 ? {} : { [nameOf('fuel', 'dtl_prd_cd')]: faulty(noPurchase) }),
  }
  return z.object(shape).superRefine((typed, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const given = typed as Values
    for (const group of Object.keys(asked) as PurchaseGroup[])
      for (const [field, fault] of Object.entries(faultsOfLine(typedLine(given, group))))
        say(nameOf(group, field as TypedField), fault)
  })
}

type TypedLine = Parameters<typeof faultsOfLine>[0]
const typedLine = (values: Values, group: PurchaseGroup): TypedLine =>
  ({
    dtl_prd_cd: values[nameOf(group, 'dtl_prd_cd')] as ProductCode,
    ...Object.fromEntries(fieldsOfGroup[group].map((field) => [field, values[nameOf(group, field)] ?? null])),
  }) as TypedLine

type Body = Pick<ManualInput, 'txn_date' | 'currency'> & { txn_attr: object[]; version: number | null }
export type SentTransaction = { body: Body; places: readonly (PurchaseGroup | null)[] }
/** The request body: the record's lines in order, then the new ones. `places` maps lines to groups. */
export function transactionBodyOf(values: Values, record: Transaction | undefined): SentTransaction {
  const { txn_time, txn_date, uom, sales_type, ...rest } = values
  const head = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.includes('__')))
  const seated = record ? seatLines(record.txn_attr) : null
  const [first] = record?.txn_attr ?? []
  const isTypeSame = sales_type === (first?.dtl_sls_type ?? null)
  const typeOf = (line: TransactionLine) =>
    isTypeSame || (line.dtl_sls_type && line.dtl_sls_type !== first?.dtl_sls_type) ? line.dtl_sls_type : sales_type
  const groupOf = (line: TransactionLine) => purchaseGroups.find((group) => seated?.groups[group] === line) ?? null
  const old = (record?.txn_attr ?? []).flatMap((line) => {
    const group = groupOf(line)
    if (group && !isCounted(values, group)) return []
    const measured = seated && group ? lineInUnit(values, seated, group) : line
    return [{ group, line: { ...measured, ...(group ? typedLine(values, group) : {}), dtl_sls_type: typeOf(line) } }]
  })
  const added = purchaseGroups
    .filter((group) => !seated?.groups[group] && isCounted(values, group))
    .map((group) => {
      const line = typedLine(values, group)
      return {
        group,
        line: { ...line, dtl_uom: inVolume.includes(line.dtl_prd_cd) ? uom : null, dtl_sls_type: sales_type },
      }
    })
  const all = [...old, ...added]
  const body = {
    ...head,
    txn_date: `${txn_date}T${txn_time}`,
    txn_attr: all.map(({ line }) => second(line)),
  } as unknown as Body
  return { body, places: all.map(({ group }) => group) }
}
/** The aliases of two rates would repeat their old values. */
const second = ({ pct, provincial_fuel_tax_rate, ...line }: Record<string, unknown>): object => line

/** Maps the service's errors to the form's inputs. */
export function errorsAt(fields: Readonly<FieldErrors>, places: SentTransaction['places']): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, fault]) => {
      const [, at, field] = /^txn_attr\.(\d+)\.(\w+)$/.exec(name) ?? []
      if (at === undefined || field === undefined)
        return [name === 'txn_attr' ? nameOf('fuel', 'dtl_prd_cd') : name, fault]
      const group = places[Number(at)]
      return [field === 'dtl_sls_type' || !group ? 'sales_type' : nameOf(group, field as GroupField), fault]
    }),
  )
}
