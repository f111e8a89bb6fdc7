/** An amount whose heading names the currency. */
export const amountText = (amount: number, locale: string): string =>
  amount.toLocaleString(locale, { minimumFractionDigits: 2 })
