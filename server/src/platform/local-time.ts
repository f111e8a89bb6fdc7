/**
 * A site's own time as every answer writes it: to the second, whatever fraction a file or a clock brought along
 * (TXN-4).
 */
export const toLocalTime = (at: string): string => at.replace(' ', 'T').slice(0, 19)
