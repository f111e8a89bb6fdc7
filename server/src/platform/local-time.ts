/** A site's local time as every reply writes it: to the second, without the fraction of a file or clock (TXN-4). */
export const toLocalTime = (at: string): string => at.replace(' ', 'T').slice(0, 19)
