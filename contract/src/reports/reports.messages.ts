/** Reports. */
export const reportMessages = {
  'report.too-long': 'This report is too long. Choose a shorter period or another grouping.',
  'report.period-too-long': 'A report covers at most five years.',
  'report.takes-long':
    'This report takes longer than a page can wait. Run it: it goes on in the background, and the bell says when it is ready.',
  'report.unknown-choice': 'This choice does not exist here. Choose one from the list.',
  'report.not-compared':
    'Purchases with fuel that had no own price within {km} km that day: {count}. That fuel could not be compared and is not counted.',
  'report.not-done': 'This report is not ready yet.',
  'report.no-company': 'Choose a customer.',
  'report.own-period': 'A schedule sets the period of each report. Leave this out.',
  'report.quarterly': 'This report is for a quarter. Choose every quarter.',
  'report.no-people': 'Choose at least one person.',
  'report.not-these-people': 'Choose people of your company who can see reports.',
  'report.failed': 'This report could not be made. Try again later.',
  'report.needs':
    'This report shows what is under {screen:word}, which you do not have access to. Ask your administrator for access.',
  'report.withdrawn': 'The person can no longer see this report.',
  'report.odometers-left-out':
    'Fills without a believable odometer: {count}. Their fuel and the distance across them are not counted. Show the readings left out to see them.',
  'report.units-without-economy':
    'Units without a figure: {count} of {of}. Economy needs at least three fills whose odometers follow each other. Their distance and litres are part of the fleet’s total.',
  'report.month-not-over':
    'This month is not over: spend counts until {day:day}. At this pace it would come to {projected:money}; that is a projection, not a booked amount.',
  'report.later-not-complete': 'Purchases are known until {day:day}, so the later period is not complete.',
  'report.earlier-not-complete': 'Purchases are known until {day:day}, so the earlier period is not complete.',
  'report.periods-overlap':
    'The two periods overlap from {from:day} to {to:day}. What was bought on these days counts in both.',
  'report.budget-month': 'Choose a month from {first} to {last}.',
  'report.budget-taken':
    'There is already a budget of {amount:money} from this month on. Edit it in the list to change it.',
  'report.months-without-budget':
    'Months without a budget: {count}. What is left and the share used count only the other months.',
  'report.no-exchange-rate':
    'Days with documents in USD but without an exchange rate: {count}, the first on {day:day}. Amounts in CAD that need one are left empty.',
  'report.no-supplier-number': 'Documents without the supplier’s GST/HST number: {count}. A credit needs it.',
  'report.pst-no-credit': 'PST paid in the period: {amount:money}. It is never a credit.',
  'report.unplaced-taxes':
    'Lines with taxes per unit but without a province: {count}. They are counted in the unit and currency of their document.',
  'report.failed-imports': 'Imports that failed and booked nothing: {count}.',
  'report.untold-imports': 'Imports from before there were tie-outs, left out here: {count}.',
} as const
