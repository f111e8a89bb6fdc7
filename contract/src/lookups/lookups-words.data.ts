/** The customer's revenue type in the provider's accounting; it does not affect prices. */
export const revenueTypes = { FUEL: 'Fuel', CASH: 'Cash advances', FEES: 'Fees', OTHER: 'Other' } as const
/**
 * The tax that a customer's tax number belongs to. It is only printed; the place of the purchase alone decides which
 * taxes are billed.
 */
export const taxTypes = { GST: 'GST', HST: 'HST', PST: 'PST', QST: 'QST' } as const
