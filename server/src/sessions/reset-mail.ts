import type { LinkLetter } from './link-mail.ts'

export const resetLetter: LinkLetter = {
  subject: 'choose a new password / choisissez un nouveau mot de passe',
  en: {
    before:
      'You asked for a new password, or another person did. This link lets you choose one. It works once, within 60 minutes:',
    after: 'If it was not you, ignore this message: your password stays as it is.',
    label: 'Choose a new password',
  },
  fr: {
    before:
      'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe. Ce lien vous permet d’en choisir un. Il fonctionne une seule fois, pendant 60 minutes :',
    after: 'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste le même.',
    label: 'Choisir un nouveau mot de passe',
  },
}
