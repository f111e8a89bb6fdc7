/** The French of this folder's interface. */
export const french = {
  'To do': 'À faire',
  'Nothing to do right now.': 'Rien à faire pour le moment.',
  'Rates missing today': 'Tarifs quotidiens manquants',
  'Imports that do not tie out': 'Importations non concordantes',
  'Drafts to send': 'Brouillons à envoyer',
  'Bank lines to book': 'Lignes bancaires à comptabiliser',
  'Undelivered e-mails': 'Courriels non livrés',
  'Undelivered e-mail': 'Courriel non livré',
  'Import that does not tie out': 'Importation non concordante',
  'Draft to send': 'Brouillon à envoyer',
  'Bank line to book': 'Ligne bancaire à comptabiliser',
  'Registration to approve': 'Inscription à approuver',
  'Registrations to approve': 'Inscriptions à approuver',
}
