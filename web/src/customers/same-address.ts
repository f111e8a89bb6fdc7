import type { Values } from '../form/record-form.ts'

/**
 * Maps shipping fields to billing fields. `address1` is the billing address and `address2` the shipping address
 * (CUST-2).
 */
const pairs = {
  address2: 'address1',
  shipping_country: 'billing_country',
  shipping_state: 'billing_state',
  shipping_city: 'billing_city',
  shipping_zip_code: 'billing_zip_code',
} as const

export const isSameAddress = (values: Values): boolean =>
  Boolean(values.address1) &&
  Object.entries(pairs).every(([shipping, billing]) => (values[shipping] ?? null) === (values[billing] ?? null))
export const withSameAddress = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(Object.entries(pairs).map(([shipping, billing]) => [shipping, values[billing]])),
})
