/** Claims. */
export const claimMessages = {
  'claim.packet':
    'On these {count} lines the price is above the rate published for the day, or a tax was charged that was not due. Please credit {total}.',
  'claim.packet-one':
    'On this line the price is above the rate published for the day, or a tax was charged that was not due. Please credit {total}.',
  'claim.none-chosen': 'Choose at least one claim.',
  'claim.ids-or-filter': 'Send either ids or a filter.',
  'claim.none-open': 'None of these claims is open.',
  'claim.too-many': 'At most {max} claims can be sent at once.',
  'claim.not-credit': 'Choose a credit of this fuel provider in the currency of the claim.',
  'claim.is-open': 'This claim is already open.',
  'claim.not-sent': 'This claim has not been sent. Send it first.',
  'claim.is-credited': 'This claim is already credited. To change that, reopen it.',
} as const
