import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import type { MailText } from '../platform/mailer.ts'
import type { BrandTable } from '../process/brands.ts'
import type { BrandMails } from './registration.queries.ts'

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

type Words = { subject: [string, string]; english: string[]; french: string[] }
/** Written in both languages, because the recipient's language is not known yet. */
function mailOf(brand: BrandKey, { subject, english, french }: Words): MailText {
  const { name } = brands[brand]
  const html = (lines: readonly string[], lang: string) =>
    `<div lang="${lang}">${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</div>`
  return {
    subject: `${name}: ${subject[0]} / ${subject[1]}`,
    text: `${english.join('\n\n')}\n\n---\n\n${french.join('\n\n')}\n\n${name}\n`,
    html: `<!doctype html><html><body>${html(english, 'en')}<hr>${html(french, 'fr')}<p>${name}</p></body></html>`,
  }
}

/** Sent to the registering user: what happens next. */
export const receivedMail = (brand: BrandKey, company: string): MailText =>
  mailOf(brand, {
    subject: ['your registration', 'votre inscription'],
    english: [
      `We have received the registration of ${company}.`,
      'Our staff look at it, and you will get an e-mail as soon as you can sign in.',
    ],
    french: [
      `Nous avons reçu l’inscription de ${company}.`,
      'Notre personnel l’examine, et vous recevrez un courriel dès que vous pourrez vous connecter.',
    ],
  })

/**
 * Sent to the owner of an e-mail that is already in use: the form must not reveal who has an account (AUTH-9). One mail
 * for each brand.
 */
export const takenMails = (table: BrandTable): BrandMails =>
  Object.fromEntries(
    (Object.keys(brands) as BrandKey[]).map((brand) => [
      brand,
      mailOf(brand, {
        subject: ['your address is in use already', 'votre adresse est déjà utilisée'],
        english: [
          'You, or another person, tried to register a company with this e-mail address. It belongs to an account or a registration already, so nothing new was made.',
          `If you do not remember your password, ask for a new one: ${table[brand].publicUrl}/forgot-password`,
          'If it was not you, ignore this message.',
        ],
        french: [
          'Quelqu’un, sans doute vous, a voulu inscrire une entreprise avec cette adresse courriel. Elle appartient déjà à un compte ou à une inscription; rien de nouveau n’a été créé.',
          `Si vous avez oublié votre mot de passe, demandez-en un nouveau : ${table[brand].publicUrl}/forgot-password`,
          'Si ce n’était pas vous, ignorez ce message.',
        ],
      }),
    ]),
  ) as BrandMails

export const approvedMail = (table: BrandTable, brand: BrandKey, company: string): MailText =>
  mailOf(brand, {
    subject: ['you can sign in now', 'vous pouvez vous connecter'],
    english: [
      `The registration of ${company} is approved. Sign in with the password that you chose: ${table[brand].publicUrl}/`,
    ],
    french: [
      `L’inscription de ${company} est approuvée. Connectez-vous avec le mot de passe que vous avez choisi : ${table[brand].publicUrl}/`,
    ],
  })

export const rejectedMail = (brand: BrandKey, company: string, reason: string | null): MailText =>
  mailOf(brand, {
    subject: ['your registration', 'votre inscription'],
    english: [`We cannot accept the registration of ${company}.`, ...(reason ? [reason] : [])],
    french: [`Nous ne pouvons pas accepter l’inscription de ${company}.`, ...(reason ? [reason] : [])],
  })
