import type { LinkLetter } from './link-mail.ts'

export const invitationLetter: LinkLetter = {
  subject: 'your account / votre compte',
  en: {
    before: 'An account has been made for you. This link lets you choose your password. It works once, within 7 days:',
    after: 'After that, ask for a new link with "Forgot password" on the sign-in page.',
    label: 'Choose your password',
  },
  fr: {
    before:
      'Un compte a été créé pour vous. Ce lien vous permet de choisir votre mot de passe. Il fonctionne une seule fois, pendant 7 jours :',
    after: 'Ensuite, demandez un nouveau lien avec « Mot de passe oublié » sur la page de connexion.',
    label: 'Choisir votre mot de passe',
  },
}
