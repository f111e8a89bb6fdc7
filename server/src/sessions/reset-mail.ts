import type { LinkLetter } from './link-mail.ts'

export const resetLetter: LinkLetter = {
  subject: 'choose a new password / choisissez un nouveau mot de passe',
  en: {
    before:
      'A new password was requested for your account. Choose one with this link. It works once, within 60 minutes:',
    after: 'If you did not request it, ignore this message. Your password stays the same.',
    label: 'Choose a new password',
  },
  fr: {
    before:
      'Un nouveau mot de passe a été demandé pour votre compte. Choisissez-le avec ce lien. Il fonctionne une seule fois, pendant 60 minutes\u00a0:',
    after: 'Si vous ne l’avez pas demandé, ignorez ce message. Votre mot de passe reste le même.',
    label: 'Choisir un nouveau mot de passe',
  },
}
