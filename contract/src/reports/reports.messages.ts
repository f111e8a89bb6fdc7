/** Reports. */
export const reportMessages = {
  'report.too-long': 'This report is too long. Choose a shorter period or another grouping.',
  'report.period-too-long': 'A report covers at most five years.',
  'report.not-done': 'This report is not ready yet.',
  'report.no-company': 'Choose a customer.',
  'report.no-people': 'Choose at least one person.',
  'report.not-these-people': 'Choose people of your company who can see reports.',
  'report.failed': 'This report could not be made. Try again, or choose a shorter period.',
  'report.withdrawn': 'The person can no longer see this report.',
  'report.odometers-left-out':
    'Fills without a believable odometer: {count}. Their fuel and the distance across them are not counted. Show the readings left out to see them.',
  'report.units-without-economy':
    'Units without a figure: {count} of {of}. Economy needs at least three fills whose odometers follow each other.',
  'report.month-not-over':
    '{month} is not over: spend counts until {day:day}. At this pace it would come to {projected:money}; that is a projection, not a figure of the books.',
  'report.months-without-budget': 'Months without a budget: {count}.',
} as const
