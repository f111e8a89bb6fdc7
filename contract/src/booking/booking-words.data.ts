export const quarantineReasonWords = {
  unknown: 'Unknown card',
  closed: 'Closed card',
  unassigned: 'Unassigned card',
  product: 'Unknown product code',
} as const
export const quarantineStatusWords = {
  waiting: 'Waiting',
  released: 'Released',
  skipped: 'Skipped',
} as const
