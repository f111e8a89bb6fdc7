const longForms: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' }

/**
 * A place's name normalized for search: without accents, punctuation or case, and with abbreviations written out.
 * Stored and typed names both pass through here, so that "st johns" finds St. John's and "quebec" finds Québec
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
