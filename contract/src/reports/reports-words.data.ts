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
