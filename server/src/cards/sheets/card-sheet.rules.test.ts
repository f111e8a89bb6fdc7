import { describe, expect, test } from 'vitest'
import type { Cell } from '../../platform/sheets/sheet.ts'
import { cardExample } from './card-example.data.ts'
import {
  type CardFileOptions,
  cardFields,
  cardLayout,
  isRequiredField,
  labelOf,
  stagedCardColumns,
} from './card-sheet.rules.ts'

const owner = 'Northline Haulage'
const sample: Record<string, Cell> = { ...cardExample, company_name: owner }
/** Reads one row: its staged values by column, and the labels of its rejected cells. */
function readCells(changes: Record<string, Cell>, options: CardFileOptions = {}, is1904 = false) {
  const cells = { ...sample, ...changes }
  const layout = cardLayout({ owner, ...options })
  const { lines, faults } = layout.read({ row: 2, cells: [] }, (field) => cells[field], { is1904, headers: [] })
  const [line] = lines
  const staged = line && Object.fromEntries(stagedCardColumns.map((name, at) => [name, line[at]]))
  return { staged, refused: faults.map(({ column }) => column) }
}

describe('CARD-13 a row', () => {
  test('is staged in the units of its columns', () => {
    expect(readCells({}).staged).toMatchObject({
      row_no: 2,
      company_name: owner,
      card_number: '9999000000000001',
      refreshing_cash_limits_cents: 20_000,
      weekly_fuel_quantity_limit_milli: 1_200_000,
      loaded_cents: 0,
      gaps: '{}',
    })
  })
  test.each<[string, string, Cell, unknown]>([
    ['card_status', 'card_status', 'hold', 'HOLD'],
    ['plastic_type', 'plastic_type', 'driver', 'Driver'],
    ['daily_cash_limit', 'daily_cash_limit_cents', '$1,234.50', 123_450],
    ['card_issue_date', 'card_issue_date', 46336, '2026-11-10'],
    ['cash_refresh_days', 'cash_refresh_days', 'Mon; friday', 0b10001],
    ['cash_refresh_days', 'cash_refresh_days', 'n/a', 0],
    ['weekly_product_refresh', 'weekly_product_refresh', 'na', 'N/A'],
  ])('reads %s (%#)', (field, column, cell, value) => {
    expect(readCells({ [field]: cell }).staged?.[column]).toBe(value)
  })
  test("reads a date by its workbook's date system", () => {
    expect(readCells({ card_issue_date: 46336 - 1462 }, {}, true).staged?.card_issue_date).toBe('2026-11-10')
  })
  test.each<[string, Cell]>([
    ['card_number', '7.08E+13'],
    ['card_number', undefined],
    ['daily_cash_limit', '12,34'],
    ['cash_refresh_days', 'Mo'],
    ['cash_refresh_days', 'someday'],
    ['card_status', 'Lost'],
    ['card_issue_date', '05/01/2026'],
  ])('with a %s of %s is rejected once, at that column', (field, cell) => {
    expect(readCells({ [field]: cell })).toEqual({ staged: undefined, refused: [labelOf(field)] })
  })
  test('loads dash cash, unless the balance would become too large', () => {
    expect(readCells({ increment_dash_cash_amount: 5, dash_cash_balance: 10 }).staged).toMatchObject({
      loaded_cents: 500,
      dash_cash_balance_cents: 1500,
      increment_dash_cash_amount_cents: 0,
    })
    expect(readCells({ increment_dash_cash_amount: 1, dash_cash_balance: 99_999_999.99 }).refused).toEqual([
      'Increment Dash Cash Amount',
    ])
  })
})

test('CARD-18 where gaps are allowed, a required field without a cell is listed as a gap; the number is always required', () => {
  const required = cardFields.filter((field) => isRequiredField(field) && field !== 'card_number')
  const empty = Object.fromEntries(required.map((field) => [field, undefined]))
  const { staged } = readCells(empty, { mayHaveGaps: true })
  expect(String(staged?.gaps).slice(1, -1).split(',').toSorted()).toEqual(required.toSorted())
  expect(readCells(empty).refused.toSorted()).toEqual(required.map(labelOf).toSorted())
  expect(readCells({ card_number: undefined }, { mayHaveGaps: true }).refused).toEqual(['Card Number'])
  // A row with gaps can only change a card, and an update by file loads no dash cash.
  const loading = { ...empty, increment_dash_cash_amount: 5 }
  expect(readCells(loading, { mayHaveGaps: true }).staged).toMatchObject({
    loaded_cents: 0,
    increment_dash_cash_amount_cents: 500,
  })
})

test("CARD-14 CARD-18 the template's example matches only with every cell and its own company", () => {
  const isExample = (changes: Record<string, Cell>) => readCells(changes).staged?.is_example
  expect([isExample({}), isExample({ driver_name: 'Another' }), isExample({ company_name: 'Another' })]).toEqual([
    true,
    false,
    false,
  ])
})

test("CARD-6 each field has its label, and a file's required columns depend on its purpose", () => {
  expect(['uom', 'paycheck_balance', 'non_highway_fuel_limit', 'driver_id'].map(labelOf)).toEqual([
    'UOM',
    'Pay Check Balance',
    'Non-Highway Fuel Limit',
    'Driver Id',
  ])
  const needed = (one: NonNullable<CardFileOptions['needed']>) =>
    cardLayout({ needed: one }).columns.flatMap(({ field, isRequired }) => (isRequired ? [field] : []))
  expect(needed('all')).toEqual(cardFields.filter(isRequiredField))
  expect(needed('number')).toEqual(['card_number'])
  expect(needed('listed')).toContain('card_status')
  expect(needed('listed').length).toBeLessThan(needed('all').length)
})
