import {
  cardTypes,
  cashAdvanceTypes,
  plasticTypes,
  productRefreshDays,
  uoms,
  yesNo,
} from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { english } from '@portal/contract/english.ts'
import { message } from '@portal/contract/message.ts'
import { byteOrderMark, csvLine } from '../../platform/sheets/csv.ts'
import { cardExample } from './card-example.data.ts'
import { cardFields, isRequiredField, labelOf } from './card-sheet.rules.ts'

type Field = (typeof cardFields)[number]
const oneOf = (values: readonly string[]) => english(message('card.template-choice', { options: values.join(', ') }))
const days = english('card.template-days')
const notes: Partial<Record<Field, string>> = {
  card_number: english('card.template-number'),
  company_name: english('card.template-company'),
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
  const cells = cardFields.map((field) => (field === 'company_name' ? companyName : cardExample[field]))
  if (format === 'csv')
    return {
      type: 'text/csv; charset=utf-8',
      name: 'SampleCardTemplate.csv',
      body: byteOrderMark + csvLine(header) + csvLine(cells),
    }
  // Loaded on demand: only this reply needs it.
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
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: 'SampleCardTemplate.xlsx',
    body,
  }
}
