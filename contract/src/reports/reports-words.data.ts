export const reportTopicWords = {
  spend: 'What was bought',
  vehicles: 'Vehicles and drivers',
  taxes: 'Taxes',
  money: 'Money owed and earned',
  control: 'Control',
} as const
export const reportStatusWords = { queued: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' } as const
export const reportCadenceWords = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every quarter',
} as const
export const reportFormatWords = { csv: 'CSV', xlsx: 'XLSX', pdf: 'PDF' } as const

const digits = (least: number, most: number) => ({ minimumFractionDigits: least, maximumFractionDigits: most })
/** How many decimals a figure has on the page and on paper, so that a column lines up. The sheets have all of them. */
export const reportDigits = {
  number: digits(0, 2),
  decimal: digits(2, 2),
  quantity: digits(1, 1),
  percent: digits(1, 2),
} as const
