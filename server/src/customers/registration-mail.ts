import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { escapeHtml } from '../platform/html.rules.ts'
import type { MailText } from '../platform/mailer.ts'
import type { BrandTable } from '../process/brands.ts'
import type { BrandMails } from './registration.queries.ts'

type Words = { subject: [string, string]; english: string[]; french: string[] }
/** Written in both languages, because the recipient's language is not known yet. */
function mailOf(brand: BrandKey, { subject, english, french }: Words): MailText {
  const { name } = brands[brand]
  const html = (lines: readonly string[], lang: string) =>
    `<div lang="${lang}">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`
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
      'Our staff will review it. You will receive an e-mail when you can sign in.',
    ],
    french: [
      `Nous avons reçu l’inscription de ${company}.`,
      'Notre personnel va l’examiner. Vous recevrez un courriel dès que vous pourrez vous connecter.',
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
        subject: ['your e-mail address is already in use', 'votre adresse courriel est déjà utilisée'],
        english: [
          'We received a registration with this e-mail address, but the address already belongs to an account or a registration. No new account was created.',
          `If you forgot your password, request a new one: ${table[brand].publicUrl}/forgot-password`,
          'If you did not register, ignore this message.',
        ],
        french: [
          'Nous avons reçu une inscription avec cette adresse courriel, mais l’adresse appartient déjà à un compte ou à une inscription. Aucun nouveau compte n’a été créé.',
          `Si vous avez oublié votre mot de passe, demandez-en un nouveau\u00a0: ${table[brand].publicUrl}/forgot-password`,
          'Si vous n’avez pas fait cette inscription, ignorez ce message.',
        ],
      }),
    ]),
  ) as BrandMails

export const approvedMail = (table: BrandTable, brand: BrandKey, company: string): MailText =>
  mailOf(brand, {
    subject: ['you can sign in now', 'vous pouvez vous connecter'],
    english: [
      `The registration of ${company} is approved. Sign in with the password you chose: ${table[brand].publicUrl}/`,
    ],
    french: [
      `L’inscription de ${company} est approuvée. Connectez-vous avec le mot de passe que vous avez choisi\u00a0: ${table[brand].publicUrl}/`,
    ],
  })

export const rejectedMail = (brand: BrandKey, company: string, reason: string | null): MailText =>
  mailOf(brand, {
    subject: ['your registration', 'votre inscription'],
    english: [`We cannot accept the registration of ${company}.`, ...(reason ? [reason] : [])],
    french: [`Nous ne pouvons pas accepter l’inscription de ${company}.`, ...(reason ? [reason] : [])],
  })
