/** Markups and their effects. */
export const markupMessages = {
  'markup.overlap': 'Another active markup for this company and provider covers some of these days.',
  'markup.inactive': 'Only an active markup can be changed from a date.',
  'markup.taken-from': 'This company already has an active markup for this provider from {from:day}.',
  'markup.taken-between': 'This company already has an active markup for this provider from {from:day} to {to:day}.',
  'markup.other-customer': 'This does not match the company.',
  'markup.other-provider': 'This does not match the provider.',
  'markup.after-start': 'This markup starts on {from:day}. Choose a later day.',
  'markup.before-end': 'This markup ends on {to:day}. Choose that day or an earlier one.',
  'markup.provider-required': 'Fuel Company Provider is required',
  'markup.value-required': 'Markup Value is required',
  'prices.changing': 'Markups or purchases are being changed right now. Try again in a few seconds.',
} as const
