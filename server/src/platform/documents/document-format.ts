/** The languages of customers' documents. */
export type DocumentLanguage = 'en' | 'fr'

const signs = { en: { group: ',', point: '.' }, fr: { group: '\u00a0', point: ',' } } as const

/**
 * Formats whole units, such as 123456 with two decimals as `1,234.56`. It works on the digits, so nothing is rounded
 * and a document shows what is stored (M4). Zeros after `least` decimals are omitted.
 */
function formatUnits(units: number, decimals: number, language: DocumentLanguage, least = decimals): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, signs[language].group)
  const end = digits.slice(digits.length - decimals)
  const fraction = end.slice(0, least) + end.slice(least).replace(/0+$/, '')
  return `${units < 0 ? '-' : ''}${whole}${fraction ? signs[language].point + fraction : ''}`
}

/** `2026-11` becomes Nov 2026. */
export const formatMonth = (month: string, language: DocumentLanguage): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language === 'fr' ? 'fr-CA' : 'en-CA', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
export const formatCents = (cents: number, language: DocumentLanguage): string => formatUnits(cents, 2, language)
export const formatQuantity = (milli: number, language: DocumentLanguage): string => formatUnits(milli, 3, language, 2)
/** A price or a tax per unit has up to six decimals and usually shows four. */
export const formatPrice = (e6: number, language: DocumentLanguage): string => formatUnits(e6, 6, language, 4)

/** A share such as 9975, which is 9.975%. */
export const formatPercent = (e5: number, language: DocumentLanguage): string =>
  `${formatUnits(e5, 3, language, 0)}${language === 'fr' ? '\u00a0%' : '%'}`

/** With sign and currency, for an amount that stands alone: `$1,234.56 CAD`, `1 234,56 $ CAD`. */
export function formatMoney(cents: number, currency: string, language: DocumentLanguage): string {
  const amount = formatCents(Math.abs(cents), language)
  const minus = cents < 0 ? '-' : ''
  return language === 'fr' ? `${minus}${amount}\u00a0$\u00a0${currency}` : `${minus}$${amount} ${currency}`
}
