import { type BrandKey, brands } from '@portal/contract/brands.ts'
import type { BrandTable } from '../platform/brands.ts'
import type { ResetMail } from './password-reset.queries.ts'

/** The token stands behind the `#`: that part of an address never travels to a server, so no log on the way can hold it (A3). */
export const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/reset-password#token=${token}`

const english = [
  'Somebody, most likely you, asked for a new password. This link lets you choose one. It works once, within 60 minutes:',
  'If it was not you, ignore this message: your password stays as it is.',
]
const french = [
  'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe. Ce lien vous permet d’en choisir un. Il fonctionne une seule fois, pendant 60 minutes :',
  'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste le même.',
]

/** In both languages, since nobody is signed in who could have chosen one. `{link}` is filled in when the mail leaves. */
function mailFor(brand: BrandKey, link: string): ResetMail {
  const { name } = brands[brand]
  const part = ([before, after]: string[]) => `${before}\n\n{link}\n\n${after}\n`
  const htmlPart = ([before, after]: string[], label: string, lang: string) =>
    `<div lang="${lang}"><p>${before}</p><p><a href="{link}">${label}</a></p><p>${after}</p></div>`
  return {
    subject: `${name}: choose a new password / choisissez un nouveau mot de passe`,
    text: `${part(english)}\n---\n\n${part(french)}\n${name}\n`,
    html: `<!doctype html><html><body>${htmlPart(english, 'Choose a new password', 'en')}<hr>${htmlPart(french, 'Choisir un nouveau mot de passe', 'fr')}<p>${name}</p></body></html>`,
    link,
  }
}

/** One for each brand: which of them is sent is decided where the person's company is known (BRAND-3). */
export const resetMails = (table: BrandTable, token: string): Record<BrandKey, ResetMail> =>
  Object.fromEntries((Object.keys(brands) as BrandKey[]).map((brand) => [brand, mailFor(brand, linkOf(table[brand].publicUrl, token))])) as Record<
    BrandKey,
    ResetMail
  >
