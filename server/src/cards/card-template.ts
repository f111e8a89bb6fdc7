import { cardStatusWords, cardTypes, cashAdvanceTypes, plasticTypes, productRefreshDays, uoms, yesNo } from '@portal/contract/cards.ts'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { byteOrderMark, csvLine } from '../platform/csv.ts'
import { cardFields, isRequiredField, labelOf } from './card-sheet.columns.ts'

type Field = (typeof cardFields)[number]
/** One card, filled in as it may be. It belongs to whoever asks, so that the sheet imports as it stands (CARD-14). */
const example: Record<Field, string | number> = {
  card_number: '9999000000000001',
  company_name: '',
  plastic_type: 'Driver',
  card_issue_date: '2026-01-05',
  uom: 'L',
  driver_name: 'Sample Driver',
  driver_id: 'D-1001',
  other_id: 'EMP-1001',
  commercial_driver_license: 'ON-12345678',
  vehicle_assigned_to_card: 'T-100',
  trailer_number: 'TR-100',
  card_type: 'C P Type',
  card_status: 'ACTIVE',
  card_group: 'Highway',
  odometer: '120000',
  trip_number: '1001',
  usage_above_volume_limits: 'No',
  cash_advance_type: 'Weekly',
  cash_refresh_days: 'Monday, Thursday',
  refreshing_cash_limits: 200,
  daily_card_limit: 1500,
  daily_cash_limit: 100,
  debit_dollar_balance: 0,
  refreshing_cash_balance: 200,
  increment_dash_cash_amount: 0,
  paycheck_balance: 0,
  dash_cash_balance: 0,
  dash_cash_memo: 'None',
  weekly_product_refresh: 'Monday',
  weekly_product_refresh_money_amount: 3000,
  weekly_product_balance: 3000,
  weekly_fuel_quantity_limit: 1200,
  weekly_vehicle_quantity_refresh_day: 'Monday',
  weekly_fuel_quantity_balance: 1200,
  daily_vehicle_quantity_limit_in_gallons: 300,
  transaction_fuel_quantity_limits: 250,
  non_highway_fuel_limit: 50,
  non_highway_fuel_daily_quantity_limit: 50,
  non_highway_fuel_weekly_quantity_limit: 150,
  non_highway_fuel_weekly_refresh_day: 'N/A',
  non_highway_fuel_weekly_balance: 150,
}

const oneOf = (values: readonly string[]) => `One of: ${values.join(', ')}`
const days = 'Days such as “Monday, Friday”, or N/A'
const notes: Partial<Record<Field, string>> = {
  card_number: '6 to 19 digits. Keep the cell as text: a spreadsheet loses digits of long numbers',
  company_name: 'The exact name of one company; your own for a card that is not assigned yet',
  plastic_type: oneOf(plasticTypes),
  card_issue_date: 'YYYY-MM-DD',
  uom: oneOf(uoms),
  card_type: oneOf(cardTypes),
  card_status: oneOf(Object.values(cardStatusWords)),
  usage_above_volume_limits: oneOf(yesNo),
  cash_advance_type: oneOf(cashAdvanceTypes),
  cash_refresh_days: days,
  weekly_product_refresh: oneOf(productRefreshDays),
  weekly_vehicle_quantity_refresh_day: days,
  non_highway_fuel_weekly_refresh_day: days,
}

export async function cardTemplate(format: 'xlsx' | 'csv', companyName: string): Promise<FileReply> {
  const header = cardFields.map(labelOf)
  const cells = cardFields.map((field) => (field === 'company_name' ? companyName : example[field]))
  if (format === 'csv')
    return { type: 'text/csv; charset=utf-8', name: 'SampleCardTemplate.csv', body: byteOrderMark + csvLine(header) + csvLine(cells) }
  // Loaded where it is asked for: no other answer needs it.
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet([header, cells])
  sheet['!cols'] = header.map((label) => ({ wch: Math.max(12, label.length + 2) }))
  utils.book_append_sheet(book, sheet, 'Cards')
  const help = [
    ['Column', 'Required', 'What to enter'],
    ...cardFields.map((field) => [labelOf(field), isRequiredField(field) ? 'Yes' : 'No', notes[field] ?? '']),
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(help), 'Help')
  const body = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
  return { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name: 'SampleCardTemplate.xlsx', body }
}
