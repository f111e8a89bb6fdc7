/** Markups, and what they change. */
export const markupMessages = {
  'markup.overlap': 'Another active markup of this company and provider covers some of these days.',
  'markup.inactive': 'Only an active markup can be followed by another one.',
  'markup.taken-from': 'This company already has an active markup for this provider from {from:day} on.',
  'markup.taken-between': 'This company already has an active markup for this provider from {from:day} to {to:day}.',
  'markup.other-customer': 'This is not the customer of that company.',
  'markup.other-provider': 'This is not the provider.',
  'markup.after-start': 'Choose a day after {from:day}, when this markup begins.',
  'markup.before-end': 'Choose a day up to {to:day}, when this markup ends.',
  'markup.provider-required': 'Fuel Company Provider is required',
  'markup.value-required': 'Markup Value is required',
  'prices.changing': 'Markups or purchases are being changed at this moment. Try again in a few seconds.',
} as const
