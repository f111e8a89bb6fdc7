/**
 * A statement about the whole database. The query returns a sentence per breach, earliest record first, and no rows if
 * the claim holds. Checks share no code with the writers, so they verify the triggers and constraints independently.
 */
export type Check = { rule: string; claim: string; query: string }

/** Cents as text with two decimals. */
export const moneyText = (cents: string): string => `to_char((${cents}) / 100.0, 'FM999999999990.00')`
