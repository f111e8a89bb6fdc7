import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { escapeHtml } from './html.rules.ts'
import type { MailText } from './mailer.ts'

/** What happened to an account's sign-in, in both languages: who reads it may not be who did it (SEC-2). */
const letters = {
  'password-changed': {
    subject: 'your password was changed / votre mot de passe a été changé',
    en: 'The password of your account was changed. All other sessions have ended.',
    fr: 'Le mot de passe de votre compte a été changé. Toutes les autres sessions ont pris fin.',
  },
  'new-device': {
    subject: 'sign-in from a new device / connexion depuis un nouvel appareil',
    en: 'Your account was signed in to with your password, from a device that was not used before. Device: {device}. Network address: {address}. Time: {when}.',
    fr: 'Quelqu’un s’est connecté à votre compte avec votre mot de passe, depuis un appareil jamais utilisé auparavant. Appareil\u00a0: {appareil}. Adresse réseau\u00a0: {address}. Heure\u00a0: {when}.',
  },
  'address-changed': {
    subject: 'your e-mail was changed / votre courriel a été changé',
    en: 'The e-mail of your account was changed from {from} to {to}. Sign in with the new one from now on.',
    fr: 'Le courriel de votre compte est passé de {from} à {to}. Connectez-vous désormais avec le nouveau.',
  },
  'factor-added': {
    subject: 'two-step verification was set up / vérification en deux étapes activée',
    en: '{what} was added to your account as a second step at sign-in.',
    fr: '{quoi} a été ajouté à votre compte comme deuxième étape de la connexion.',
  },
  'factor-removed': {
    subject: 'a second step was removed / une deuxième étape a été retirée',
    en: '{what} was removed from your account. It is no longer asked for at sign-in.',
    fr: '{quoi} a été retiré de votre compte. La connexion ne le demande plus.',
  },
  'factor-reset': {
    subject: 'two-step verification was reset / vérification en deux étapes réinitialisée',
    en: 'An administrator removed the two-step verification of your account. All your sessions have ended.',
    fr: 'Un administrateur a retiré la vérification en deux étapes de votre compte. Toutes vos sessions ont pris fin.',
  },
  'recovery-used': {
    subject: 'a recovery code was used / un code de récupération a été utilisé',
    en: 'A recovery code of your account was used. It does not work again. Make new codes if few are left.',
    fr: 'Un code de récupération de votre compte a été utilisé. Il ne fonctionne plus. Créez de nouveaux codes s’il en reste peu.',
  },
  'recovery-renewed': {
    subject: 'new recovery codes / nouveaux codes de récupération',
    en: 'New recovery codes were made for your account. The earlier ones no longer work.',
    fr: 'De nouveaux codes de récupération ont été créés pour votre compte. Les précédents ne fonctionnent plus.',
  },
} as const
export type SecurityLetter = keyof typeof letters

const warning = {
  en: 'If this was not you, change your password now and tell your administrator.',
  fr: 'Si ce n’était pas vous, changez votre mot de passe maintenant et avisez votre administrateur.',
}
/** The words of a letter's places, such as a passkey's name. */
type Facts = Readonly<Record<string, string>>
const filled = (text: string, facts: Facts): string => text.replace(/\{(\w+)\}/g, (place, name) => facts[name] ?? place)

const paragraphs = (letter: SecurityLetter, language: 'en' | 'fr', facts: Facts): string[] => [
  filled(letters[letter][language], facts),
  warning[language],
]

export function securityMail(letter: SecurityLetter, brand: BrandKey, facts: Facts = {}): MailText {
  const { name } = brands[brand]
  const [en, fr] = (['en', 'fr'] as const).map((language) => paragraphs(letter, language, facts)) as [
    string[],
    string[],
  ]
  const html = (texts: string[], language: string) =>
    `<div lang="${language}">${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</div>`
  return {
    subject: `${name}: ${letters[letter].subject}`,
    text: `${en.join('\n\n')}\n\n---\n\n${fr.join('\n\n')}\n\n${name}\n`,
    html: `<!doctype html><html><body>${html(en, 'en')}<hr>${html(fr, 'fr')}<p>${name}</p></body></html>`,
  }
}

/** One for each brand: the database picks the one of the user's company. */
export const securityMails = (letter: SecurityLetter, facts: Facts = {}): Record<BrandKey, MailText> =>
  Object.fromEntries(
    (Object.keys(brands) as BrandKey[]).map((brand) => [brand, securityMail(letter, brand, facts)]),
  ) as Record<BrandKey, MailText>

/** What a second step is called in a letter. */
export const stepNames = {
  app: { what: 'An authenticator app', quoi: 'Une application d’authentification' },
  passkey: (name: string) => ({ what: `The passkey “${name}”`, quoi: `La clé d’accès «\u00a0${name}\u00a0»` }),
  everything: { what: 'Two-step verification', quoi: 'La vérification en deux étapes' },
}
