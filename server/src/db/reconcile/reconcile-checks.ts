/**
 * Something that must hold of the whole database. The query returns a sentence for each breach, the earliest record
 * first; none means that it holds. Checks share no code with what writes the data: triggers and constraints keep it
 * right, and the check proves that they did.
 */
export type Check = { rule: string; counts: string; query: string }

/** Cents as text with two decimals. */
export const moneyText = (cents: string): string => `to_char((${cents}) / 100.0, 'FM999999999990.00')`
