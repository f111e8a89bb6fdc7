import { type Customer, customerChange } from '@portal/contract/customers/customers.ts'
import { money } from '@portal/contract/fields.ts'
import { type Values, valuesOf } from '../form/record-form.ts'

/** The form has a field for each limit (RECV-8). */
export const customerForm = customerChange
  .omit({ credit_limit: true, credit_limits: true })
  .extend({ credit_limit_cad: money().nullish(), credit_limit_usd: money().nullish() })

export const formOf = (customer: Customer): Values =>
  valuesOf(customerForm, {
    ...customer,
    credit_limit_cad: customer.credit_limits.CAD,
    credit_limit_usd: customer.credit_limits.USD,
  })
export const changeOf = ({ credit_limit_cad, credit_limit_usd, ...values }: Values) =>
  ({ ...values, credit_limits: { CAD: credit_limit_cad, USD: credit_limit_usd } }) as typeof customerChange._zod.input

/** The options of a drop-down from the words of its values. */
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
