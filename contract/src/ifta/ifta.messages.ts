/** IFTA: files, and what a worksheet lacks. */
export const iftaMessages = {
  'ifta.company': 'Choose the customer.',
  'ifta.no-customer': 'This company is not a customer. Choose one.',
  'ifta.changed-meanwhile': 'Another file was uploaded for this quarter in the meantime. Preview yours again.',
  'ifta.gone-meanwhile': 'Another file was uploaded for this quarter in the meantime, so this one is no longer used.',
  'ifta.quarter-to-come': 'This quarter has not begun yet. Choose an earlier one.',
  'ifta.rate-high': 'A rate is at most {max} per litre or gallon. Write it in dollars, such as 0.143.',
  'ifta.jurisdiction': 'Not a province, state or MX. Use its two letters, such as ON or NY.',
  'ifta.negative': 'This number cannot be negative.',
  'ifta.ambiguous':
    'Thousands or decimals? Write {whole:plain} without a separator, or {decimals:plain} with one more zero.',
  'ifta.decimal-comma': 'In a file separated by commas, write decimals with a point, such as 1234.5.',
  'ifta.nameless-cell':
    'This value stands under no header. If a comma cut it off a number, put the number in quotes or use a point.',
  'ifta.taxable': 'The taxable distance is more than the distance.',
  'ifta.rate-currency': 'Rates per litre are in CAD, rates per gallon in USD.',
  'ifta.rate-outside': 'This jurisdiction is not a member of IFTA.',
  'ifta.rate-twice': 'Row {row:plain} has the rate of this jurisdiction, fuel type and unit already.',
  'ifta.no-distances': 'No distances were uploaded for this quarter.',
  'ifta.no-fuel': '{fuel:word}: there is a distance but no fuel, so there is no average.',
  'ifta.fuel-without-distance': 'Units with fuel but without a distance: {count} ({volume} {unit}).',
  'ifta.distance-without-fuel': 'Units with a distance but without fuel: {count} ({distance} {unit}).',
  'ifta.no-rate': '{fuel:word}: no rate for this quarter: {jurisdictions}. Their tax is left open.',
  'ifta.not-settled':
    'Units that are neither marked as IFTA nor as not IFTA: {count}. Left out until then: {volume} {unit}, {distance} {length}.',
  'ifta.unknown-unit':
    'Units in the uploaded files that no card or purchase names: {count}. Left out: {volume} {unit}, {distance} {length}.',
  'ifta.no-unit': 'Purchases of fuel that name no unit: {count}. Left out: {volume} {unit}.',
  'ifta.unknown-fuel':
    'IFTA units whose fuel type is not set and does not follow from their fuel: {count}. Left out: {volume} {unit}, {distance} {length}.',
  'ifta.other-fuel': 'IFTA units that bought another fuel than their own: {count}. Left out: {volume} {unit}.',
  'ifta.no-province':
    'Fuel of IFTA units from places without a province or state: {volume} {unit}. It counts in the total, but is credited nowhere.',
  'ifta.odometer-differs':
    'Units whose uploaded distance differs from their odometers by more than {percent}%: {count}.',
  'ifta.odometer-odd': 'Units with odometer readings that are not believable: {count}.',
  'ifta.odometer-unit':
    'Units whose odometer unit is not set: {count}. Their readings cannot be compared with the distances.',
  'ifta.portal-only': 'Portal purchases only: no fuel bought elsewhere was uploaded for this quarter.',
  'ifta.average': '{fuel:word}: {distance} {length} ÷ {volume} {unit} = {average:amount} {per:word} on average.',
  'ifta.rate-sources': 'Rates: {sources}.',
  'ifta.running': 'The quarter ends on {day:day}. The figures are those so far.',
} as const
