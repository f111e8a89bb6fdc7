import type { LinkLetter } from './link-mail.ts'

export const invitationLetter: LinkLetter = {
  subject: 'your account / votre compte',
  en: {
    before: 'An account was created for you. Choose your password with this link. It works once, within 7 days:',
    after: 'After that, request a new link with “Forgot password” on the sign-in page.',
    label: 'Choose your password',
  },
  fr: {
    before:
      'Un compte a été créé pour vous. Choisissez votre mot de passe avec ce lien. Il fonctionne une seule fois, pendant 7 jours\u00a0:',
    after: 'Ensuite, demandez un nouveau lien avec «\u00a0Mot de passe oublié\u00a0» sur la page de connexion.',
    label: 'Choisir votre mot de passe',
  },
}
