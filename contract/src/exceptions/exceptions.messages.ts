/** What exceptions say, with their numbers (EXC-1). */
export const exceptionMessages = {
  'exception.on-hold': 'The card was on hold when the purchase was booked.',
  'exception.limit-fuel': 'Bought {bought} {unit}; {left} {unit} of the weekly fuel limit of {limit} {unit} was left.',
  'exception.limit-product':
    'Bought fuel for {bought:amount}; {left:amount} of the weekly limit of {limit:amount} was left.',
  'exception.limit-reefer':
    'Bought {bought} {unit} of reefer fuel; {left} {unit} of the weekly limit of {limit} {unit} was left.',
  'exception.limit-cash': 'Took {bought:amount} in cash; {left:amount} was left, with a limit of {limit:amount}.',
  'exception.limit-day': 'Bought {bought} GAL of fuel that day; the daily limit is {limit} GAL.',
  'exception.wrong-product': 'The card cannot buy {product:word}.',
  'exception.interval': 'The card was used at two sites {minutes} min apart.',
  'exception.distance': 'The card was used at two sites {km} km and {minutes} min apart.',
  'exception.tank': 'Bought {bought} L; the tank of unit {vehicle} holds {size} L.',
  'exception.fills':
    'Bought {bought} L; the second largest of the last 20 fills was {size} L ({percent}% more is usual).',
  'exception.def-ratio': '{def} L of DEF for {diesel} L of diesel over five fills: {percent}%.',
  'exception.odometer-back': 'The odometer ran backwards, from {before} to {now} {unit}.',
  'exception.odometer-jump': 'The odometer jumped from {before} to {now} {unit}; days between: {days}.',
  'exception.night-first': 'The card’s first purchase at this site, at {time} at night.',
  'exception.duplicate-code': 'The same provider and code are already booked; days apart: {days}.',
  'exception.duplicate-day': 'The same provider and code are already booked, on the same day.',
  'exception.duplicate-card':
    'The card bought the same {quantity} {unit} of {product:word} at this site, {minutes} min apart.',
  'exception.below-cost':
    '{product:word} is billed at {price:price} {currency} before sales tax and costs {cost:price} {currency}.',
  'exception.provider-price':
    'The provider charged {price:price} {currency} for {product:word}; its published rate is {rate:price} {currency}.',
  'exception.unlikely-quantity': 'Bought {bought} L in one transaction; more than {size} L is unlikely.',
  'exception.unlikely-price':
    'The provider’s price of {price:price} {currency} for {product:word} is {percent}% off its median of the day, {median:price} {currency} ({prices} prices).',
  'exception.unlikely-price-plain': 'The price of {product:word} is far from the usual one of the day.',
  'exception.needs-update': 'Your verdict affects billing, so it needs permission to change transactions.',
  'threshold.owner': 'Choose a customer or a fuel provider, not both.',
  'threshold.owner-missing': 'Choose a customer or a fuel provider.',
  'threshold.def-order': 'Use {least} or more: that is the “at least” threshold that applies.',
} as const
