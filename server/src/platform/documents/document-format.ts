/** The languages that papers for customers are written in. */
export type DocumentLanguage = 'en' | 'fr'

const signs = { en: { group: ',', point: '.' }, fr: { group: '\u00a0', point: ',' } } as const

/**
 * Whole units as text, such as 123456 with two decimals as `1,234.56`. It works on the digits, so nothing is rounded
 * and a paper shows what is stored (M4). Decimals beyond `least` are left out where they are zero.
 */
export function formatUnits(units: number, decimals: number, language: DocumentLanguage, least = decimals): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, signs[language].group)
  const end = digits.slice(digits.length - decimals)
  const fraction = end.slice(0, least) + end.slice(least).replace(/0+$/, '')
  return `${units < 0 ? '-' : ''}${whole}${fraction ? signs[language].point + fraction : ''}`
}

export const formatCents = (cents: number, language: DocumentLanguage): string => formatUnits(cents, 2, language)
export const formatQuantity = (milli: number, language: DocumentLanguage): string => formatUnits(milli, 3, language, 2)
export const formatPrice = (e4: number, language: DocumentLanguage): string => formatUnits(e4, 4, language)
/** A tax per unit has up to six decimals; four are the custom. */
export const formatUnitTax = (e6: number, language: DocumentLanguage): string => formatUnits(e6, 6, language, 4)

/** With its sign and currency, where an amount stands alone: `$1,234.56 CAD`, `1 234,56 $ CAD`. */
export function formatMoney(cents: number, currency: string, language: DocumentLanguage): string {
  const amount = formatCents(Math.abs(cents), language)
  const minus = cents < 0 ? '-' : ''
  return language === 'fr' ? `${minus}${amount}\u00a0$\u00a0${currency}` : `${minus}$${amount} ${currency}`
}
