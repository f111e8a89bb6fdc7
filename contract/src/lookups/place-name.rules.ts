const longForms: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' }

/**
 * A place's name as it is searched by: without accents, signs or capitals, and with the short forms written out. What
 * is stored and what is typed both go through here, so that "st johns" finds St. John's and "quebec" finds Québec
 * (COMP-6).
 */
export const placeSearchText = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'’‘ʻ.]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => longForms[word] ?? word)
    .join(' ')
