export const importKindWords = {
  cards: 'Cards',
  transactions: 'Transactions',
  rates: 'Daily Rates',
} as const
export const importModeWords = {
  good: 'Valid rows only',
  all: 'All rows or none',
  preview: 'Preview only',
  update: 'Valid rows, and changes to existing cards',
  replace: 'All rows, and the days replaced',
} as const
/** Ready: checked, nothing written yet; a user decides. */
export const importStatusWords = {
  queued: 'Queued',
  running: 'Running',
  ready: 'Ready',
  done: 'Done',
  failed: 'Failed',
} as const
