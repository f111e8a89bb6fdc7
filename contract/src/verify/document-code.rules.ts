/** Letters and digits that a reader cannot confuse: no 0, 1, I, L, O or U. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 12

/** The code as printed, in groups of four. */
export const showDocumentCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-')

const wellFormed = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)
/** The code as typed or scanned, in any case and with any separators, or null if it cannot be one. */
export function readDocumentCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s\-–.]/g, '')
  return wellFormed.test(code) ? code : null
}
