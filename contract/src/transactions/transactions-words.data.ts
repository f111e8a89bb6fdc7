import { exceptionWords } from '../exceptions/exception-rules.data.ts'

/** The specification's choices (TXN-8). A record with another value keeps it, and the form offers it too. */
export const salesTypes = [
  { value: '1', label: 'PC1' },
  { value: '2', label: 'PC2' },
] as const
/**
 * Flags need review before billing. Severe exceptions are among them, by the name of their rule (EXC-2). A code without
 * a label is shown as it is.
 */
export const flagWords: Readonly<Record<string, string>> = {
  carried: 'Carried rate',
  no_rate: 'No rate',
  no_markup: 'No markup',
  no_tax_rate: 'No tax rate',
  manual_price: 'Manual price',
  typed_tax: 'Typed tax differs',
  second_person: 'Second person',
  credit_excess: 'More than was bought',
  provider_tax: 'Provider tax differs',
  site_province: 'Province differs from the site’s',
  ...exceptionWords,
}
