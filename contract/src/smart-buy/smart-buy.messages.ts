/** Prices, ways and missed savings. */
export const smartBuyMessages = {
  'smart-buy.day-order': 'The last day cannot be before the first.',
  'smart-buy.too-many-days': 'Choose at most {max} days. For a longer period, run the report Missed savings.',
  'smart-buy.too-slow':
    'This takes too long here. Choose fewer days or a shorter distance, or run the report Missed savings.',
  'smart-buy.unknown-customer': 'There is no such customer. Choose another one.',
  'smart-buy.unknown-town': 'There is no such town. Choose another one.',
  'smart-buy.radius': 'Enter a distance from 1 to {max} km.',
  'smart-buy.no-mail': 'The price list is mailed to the users of a customer only.',
  'mail.price-list-ended': 'The recipient no longer receives the price list.',
} as const
