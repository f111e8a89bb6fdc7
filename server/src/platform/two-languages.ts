import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { escapeHtml } from './html.rules.ts'
import type { MailText } from './mailer.ts'

/** A letter to somebody whose language is not known: English, then French. */
export type BothWords = { subject: readonly [string, string]; english: readonly string[]; french: readonly string[] }
export function mailInBoth(brand: BrandKey, { subject, english, french }: BothWords): MailText {
  const { name } = brands[brand]
  const html = (lines: readonly string[], lang: string) =>
    `<div lang="${lang}">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`
  return {
    subject: `${name}: ${subject[0]} / ${subject[1]}`,
    text: `${english.join('\n\n')}\n\n---\n\n${french.join('\n\n')}\n\n${name}\n`,
    html: `<!doctype html><html><body>${html(english, 'en')}<hr>${html(french, 'fr')}<p>${name}</p></body></html>`,
  }
}

/** One for each brand: the database picks the one of the user's company (BRAND-3). */
export const mailsInBoth = (wordsOf: (brand: BrandKey) => BothWords): Record<BrandKey, MailText> =>
  Object.fromEntries(
    (Object.keys(brands) as BrandKey[]).map((brand) => [brand, mailInBoth(brand, wordsOf(brand))]),
  ) as Record<BrandKey, MailText>
