const isFrench = (language: string): boolean => language.startsWith('fr')
/** Spaces between thousands, as French, spreadsheets and copied pages write them. */
const spaces = /[\s\u00a0\u202f]/g

/** Groups of three, then decimals. Each kind of separator has one meaning in its pattern. */
const plain = /^\d*\.?\d*$/
const withSpaces = /^\d{1,3}( \d{3})+([.,]\d*)?$/
const english = /^\d{1,3}(,\d{3})+\.\d*$|^\d{1,3}(,\d{3}){2,}$/
const european = /^\d{1,3}(\.\d{3})+,\d*$|^\d{1,3}(\.\d{3}){2,}$/
const decimalComma = /^\d*,\d*$/
const lonelyComma = /^\d{1,3},\d{3}$/

/** The digits of a positive number with a decimal point, or null if the text has no single meaning. */
function digitsOf(text: string, language: string): string | null {
  if (!/\d/.test(text)) return null
  if (plain.test(text)) return text
  if (withSpaces.test(text)) return text.replaceAll(' ', '').replace(',', '.')
  if (english.test(text)) return text.replaceAll(',', '')
  if (european.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return isFrench(language) && decimalComma.test(text) ? text.replace(',', '.') : null
}

/**
 * Parses typed or pasted text: empty is null, and what has no single meaning is NaN, which the schema reports. A comma
 * is the decimal separator in French; in English it only separates thousands, and alone it is refused (decision 42).
 */
export function typedNumber(text: string, language: string): number | null {
  const [, sign, rest = ''] = /^([-−]?)(.*)$/s.exec(text.trim().replace(spaces, ' ')) ?? []
  if (!sign && rest === '') return null
  const digits = digitsOf(rest, language)
  return digits === null ? Number.NaN : Number(digits) * (sign ? -1 : 1)
}

/** The two readings of a comma that can be either: `12,345` is 12345 or 12.345. Null if there is no such doubt. */
export function ambiguousComma(text: string, language: string): { thousands: string; decimal: string } | null {
  const typed = text.trim()
  if (isFrench(language) || !lonelyComma.test(typed)) return null
  return { thousands: typed.replace(',', ''), decimal: typed.replace(',', '.') }
}

/** A number as it can be typed again: without thousands, with the language's decimal separator. */
export function writtenNumber(value: number | null | undefined, language: string, decimals?: number): string {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  const digits = decimals === undefined ? String(value) : value.toFixed(decimals)
  return isFrench(language) ? digits.replace('.', ',') : digits
}
