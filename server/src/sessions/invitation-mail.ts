import { type BrandKey, brands } from '@portal/contract/brands.ts'
import type { BrandTable } from '../platform/brands.ts'
import type { ResetMail } from './password-reset.queries.ts'
import { linkOf } from './reset-mail.ts'

const english = [
  'An account has been made for you. This link lets you choose your password. It works once, within 7 days:',
  'After that, ask for a new link with "Forgot password" on the sign-in page.',
]
const french = [
  'Un compte a été créé pour vous. Ce lien vous permet de choisir votre mot de passe. Il fonctionne une seule fois, pendant 7 jours :',
  'Ensuite, demandez un nouveau lien avec « Mot de passe oublié » sur la page de connexion.',
]

/** In both languages: nobody knows yet which one the person reads. `{link}` is filled in when the mail leaves. */
function mailFor(brand: BrandKey, link: string): ResetMail {
  const { name } = brands[brand]
  const part = ([before, after]: string[]) => `${before}\n\n{link}\n\n${after}\n`
  const htmlPart = ([before, after]: string[], label: string, lang: string) =>
    `<div lang="${lang}"><p>${before}</p><p><a href="{link}">${label}</a></p><p>${after}</p></div>`
  return {
    subject: `${name}: your account / votre compte`,
    text: `${part(english)}\n---\n\n${part(french)}\n${name}\n`,
    html: `<!doctype html><html><body>${htmlPart(english, 'Choose your password', 'en')}<hr>${htmlPart(french, 'Choisir votre mot de passe', 'fr')}<p>${name}</p></body></html>`,
    link,
  }
}

/** One for each brand: which of them is sent is decided where the person's company is known (BRAND-3). */
export const invitationMails = (table: BrandTable, token: string): Record<BrandKey, ResetMail> =>
  Object.fromEntries((Object.keys(brands) as BrandKey[]).map((brand) => [brand, mailFor(brand, linkOf(table[brand].publicUrl, token))])) as Record<
    BrandKey,
    ResetMail
  >
