import {
  type CardInput,
  cardInput,
  cardList,
  cardStatuses,
  cardTypes,
  cashAdvanceTypes,
  plasticTypes,
  productRefreshDays,
  uoms,
  yesNo,
} from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import { encodeRefreshDays, maskToDays, parseRefreshDays, weekdays } from '@portal/contract/cards/refresh-days.rules.ts'
import { messageOfText } from '@portal/contract/english.ts'
import type { Message } from '@portal/contract/message.ts'
import {
  choicesOf,
  type Reading,
  readAmount,
  readChoice,
  readCode,
  readDay,
  readText,
  shownCell,
} from '../../platform/sheets/cells.ts'
import type { LayoutColumn } from '../../platform/sheets/header.ts'
import type { CopyValue, SheetLayout } from '../../platform/sheets/layout.ts'
import type { Cell } from '../../platform/sheets/sheet.ts'
import { type CardColumns, fieldOfColumn, toCardColumns } from '../cards.columns.ts'
import { loadDashCash } from '../cards.rules.ts'
import { cardExample } from './card-example.data.ts'

type Field = Exclude<keyof CardInput, 'company' | 'version' | 'balances_read'>
type Read = (cell: Cell, sheet: { is1904: boolean }) => Reading<string | number>

/** Reads `Monday, Friday`, `Mon Fri`, `N/A` or an export's text. Passes anything else on, and the schema rejects it. */
function readDays(cell: Cell): Reading<string> {
  const read = readText(cell)
  if (read.value === undefined || parseRefreshDays(read.value)) return read
  if (/^n\/?a$/i.test(read.value)) return { value: encodeRefreshDays(maskToDays(0)) }
  const words = read.value.toLowerCase().split(/[\s,;]+/)
  const bits = words.map((word) => weekdays.findIndex((day) => word.length >= 3 && day.startsWith(word)))
  if (bits.includes(-1)) return { fault: 'card.sheet-days' }
  return { value: encodeRefreshDays(maskToDays(bits.reduce((mask, bit) => mask | (1 << bit), 0))) }
}
function choice(values: readonly string[], more: Record<string, string> = {}): Read {
  const choices = { ...choicesOf(values), ...more }
  return (cell) => readChoice(cell, choices)
}
const statusWords = Object.fromEntries(cardStatuses.map((status) => [cardStatusWords[status].toLowerCase(), status]))

/** Readers for fields that are neither plain text nor amounts. */
const readers: Partial<Record<Field, Read>> = {
  card_number: readCode,
  card_issue_date: (cell, { is1904 }) => readDay(cell, is1904),
  plastic_type: choice(plasticTypes),
  uom: choice(uoms),
  card_type: choice(cardTypes),
  card_status: choice(cardStatuses, statusWords),
  odometer: readCode,
  trip_number: readCode,
  usage_above_volume_limits: choice(yesNo),
  cash_advance_type: choice(cashAdvanceTypes),
  cash_refresh_days: readDays,
  weekly_product_refresh: choice(productRefreshDays, { na: 'N/A' }),
  weekly_vehicle_quantity_refresh_day: readDays,
  non_highway_fuel_weekly_refresh_day: readDays,
}
const isAmount = (field: Field) => /_(limits?|balance|amount|gallons)$/.test(field)

const notFromFiles: readonly string[] = ['company', 'version', 'balances_read']
export const cardFields = Object.keys(cardInput.shape).filter((name) => !notFromFiles.includes(name)) as Field[]
/** The field's label in the form. */
export const labelOf = (field: string): string =>
  field === 'uom'
    ? 'UOM'
    : field === 'paycheck_balance'
      ? 'Pay Check Balance'
      : field
          .replace(/^non_highway/, 'non-Highway')
          .split('_')
          .map((word) => word[0]?.toUpperCase() + word.slice(1))
          .join(' ')

const aliases: Partial<Record<Field, string[]>> = {
  card_number: ['Number', 'Card No', 'Card #'],
  company_name: ['Company', 'Customer'],
  driver_name: ['Driver'],
  vehicle_assigned_to_card: ['Tractor', 'Vehicle', 'Unit Number'],
  trailer_number: ['Trailer'],
  card_status: ['Status'],
  card_issue_date: ['Issued', 'Issue Date'],
  cash_advance_type: ['Cash Advance'],
  refreshing_cash_balance: ['Cash Balance'],
  non_highway_fuel_limit: ['Reefer'],
  paycheck_balance: ['pay_check_balance'],
}
export const isRequiredField = (field: Field): boolean => !cardInput.shape[field].safeParse(undefined).success
const columns: LayoutColumn[] = cardFields.map((field) => ({
  field,
  label: labelOf(field),
  aliases: aliases[field] ?? [],
  isRequired: isRequiredField(field),
}))
/** A card's other fields, which an export includes and an import ignores. */
const ignored = [
  'id',
  'company',
  'company_number',
  'version',
  'balances_read',
  'created_at',
  'updated_at',
  'users',
  'currency',
]

/**
 * The columns of COPY, in order: file row, company name, dash cash to load, whether it is the template's example,
 * columns with a cell, required fields without one, and the card's columns.
 */
const sample = toCardColumns(Object.fromEntries(cardFields.map((field) => [field, null])) as unknown as CardInput)
export const cardColumnNames = Object.keys(sample).sort() as (keyof CardColumns & string)[]
export const stagedCardColumns = [
  'row_no',
  'company_name',
  'loaded_cents',
  'is_example',
  'given',
  'gaps',
  ...cardColumnNames,
]
const columnOfField = new Map(cardColumnNames.map((column) => [fieldOfColumn(column), column]))

export type CardFileOptions = {
  /** The company of the template's example. */
  owner?: string
  /**
   * Allows empty cells, which leave an existing card's fields unchanged (CARD-18). The database checks which rows have
   * no existing card.
   */
  mayHaveGaps?: boolean
  /** The required columns that the file must have: all, those of the downloaded card list, or only the number. */
  needed?: 'all' | 'listed' | 'number'
  withBalances?: boolean
}
type Found = { column: string; value: string; reason: Message }

const plan = cardFields.map((field) => ({
  field,
  label: labelOf(field),
  read: readers[field] ?? (isAmount(field) ? readAmount : readText),
}))
const noDates = { is1904: false }
const exampleValues = Object.fromEntries(
  plan.map(({ field, read }) => [field, read(cardExample[field] as Cell, noDates).value]),
)
/** Whether every cell is as shipped (CARD-18). */
const isExample = (values: Record<string, unknown>, owner: string | undefined): boolean =>
  cardFields.every((field) =>
    field === 'company_name' ? values[field] === owner : values[field] === exampleValues[field],
  )

const someOfCard = cardInput.partial()
const arrayText = (names: readonly string[]) => `{${names.join(',')}}`

/** Reads a row's values and errors. `gaps` lists required fields without a cell, if gaps are allowed. */
function readValues(pick: (field: string) => Cell, sheet: { is1904: boolean }, mayHaveGaps: boolean) {
  const faults: Found[] = []
  const values: Record<string, unknown> = {}
  for (const { field, label, read } of plan) {
    const cell = pick(field)
    const { value, fault } = read(cell, sheet)
    if (fault) faults.push({ column: label, value: shownCell(cell), reason: fault })
    else if (value !== undefined) values[field] = value
  }
  const parsed = cardInput.safeParse(values)
  const reported = new Set(faults.map(({ column }) => column))
  const gaps: string[] = []
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (reported.has(labelOf(field))) continue
    if (mayHaveGaps && values[field] === undefined && field !== 'card_number') gaps.push(field)
    else faults.push({ column: labelOf(field), value: shownCell(pick(field)), reason: messageOfText(issue.message) })
    reported.add(labelOf(field))
  }
  return {
    values,
    faults,
    gaps,
    input: parsed.data ?? (faults.length === 0 ? (someOfCard.parse(values) as CardInput) : undefined),
  }
}

const tooMuchCash = 'card.dash-cash-limit'
const listed = new Set([...Object.keys(cardList.columns), 'card_status'])
const isNeeded = {
  all: () => true,
  listed: (field: string) => listed.has(field),
  number: (field: string) => field === 'card_number',
}
export const cardLayout = ({ owner, mayHaveGaps = false, needed = 'all' }: CardFileOptions): SheetLayout => ({
  columns: columns.map((column) => ({ ...column, isRequired: column.isRequired && isNeeded[needed](column.field) })),
  ignored,
  read({ row }, pick, sheet) {
    const { values, faults, gaps, input } = readValues(pick, sheet, mayHaveGaps)
    if (faults.length > 0 || !input) return { lines: [], faults }
    const typed = toCardColumns(input)
    const loaded = gaps.length > 0 ? { columns: typed, loaded_cents: 0 } : loadDashCash(typed)
    const increment = 'increment_dash_cash_amount'
    if (!loaded)
      return {
        lines: [],
        faults: [{ column: labelOf(increment), value: shownCell(pick(increment)), reason: tooMuchCash }],
      }
    const given = Object.keys(values).flatMap((field) => columnOfField.get(field) ?? [])
    const head = [
      row,
      input.company_name ?? null,
      loaded.loaded_cents,
      isExample(values, owner),
      arrayText(given),
      arrayText(gaps),
    ]
    return { lines: [[...head, ...cardColumnNames.map((name) => loaded.columns[name] as CopyValue)]], faults: [] }
  },
})
