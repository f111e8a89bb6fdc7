/** The French of this folder's interface. */
export const french = {
  'To do': 'À faire',
  'Nothing to do right now.': 'Rien à faire pour le moment.',
  'Rates missing today': 'Tarifs quotidiens manquants',
  'Imports that do not tie out': 'Importations non concordantes',
  'Drafts to send': 'Brouillons à envoyer',
  'Bank lines to book': 'Lignes bancaires à comptabiliser',
  'Undelivered mail': 'Courriels non livrés',
  'Registrations to approve': 'Inscriptions à approuver',
}
