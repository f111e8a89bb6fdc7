import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import type { BrandTable } from '../process/brands.ts'
import type { ResetMail } from './password-reset.queries.ts'

/** The token follows the `#`: browsers never send that part to a server, so no log can contain it (A3). */
const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/reset-password#token=${token}`

/** The texts before and after the link, and the link's label. */
type LinkText = { before: string; after: string; label: string }
export type LinkLetter = { subject: string; en: LinkText; fr: LinkText }

const part = ({ before, after }: LinkText) => `${before}\n\n{link}\n\n${after}\n`
const htmlPart = ({ before, after, label }: LinkText, lang: string) =>
  `<div lang="${lang}"><p>${before}</p><p><a href="{link}">${label}</a></p><p>${after}</p></div>`

/** In both languages, since the recipient is not signed in. `{link}` is filled in when the mail is sent. */
function mailFor({ subject, en, fr }: LinkLetter, brand: BrandKey, link: string): ResetMail {
  const { name } = brands[brand]
  return {
    subject: `${name}: ${subject}`,
    text: `${part(en)}\n---\n\n${part(fr)}\n${name}\n`,
    html: `<!doctype html><html><body>${htmlPart(en, 'en')}<hr>${htmlPart(fr, 'fr')}<p>${name}</p></body></html>`,
    link,
  }
}

/** One mail per brand: the database picks the one of the user's company (BRAND-3). */
export const linkMails = (letter: LinkLetter, table: BrandTable, token: string): Record<BrandKey, ResetMail> =>
  Object.fromEntries(
    (Object.keys(brands) as BrandKey[]).map((brand) => [
      brand,
      mailFor(letter, brand, linkOf(table[brand].publicUrl, token)),
    ]),
  ) as Record<BrandKey, ResetMail>
