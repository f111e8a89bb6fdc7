/** What the shared parts of the page say: lists, dates, the palette, the session. */
export const frenchOfFrame: Readonly<Record<string, string>> = {
  'Enter a date from {first} to {last}.': 'Entrez une date du {first} au {last}.',
  'Enter a real date as dd/mm/yy.': 'Entrez une date réelle, sous la forme jj/mm/aa.',
  'Type a number, or a range such as 10..20.': 'Tapez un nombre, ou un intervalle comme 10..20.',
  'Internal server error (TypeError)': 'Erreur interne du serveur (TypeError)',
  'A page, card number, invoice, auth code or customer': 'Une page, un numéro de carte, une facture, un code ou un client',
  'Searching…': 'Recherche…',
  '{name}: {value}': '{name} : {value}',
  'Record not found': 'Enregistrement introuvable',
  'Back to the list': 'Retour à la liste',
  'Your session has ended. Please sign in again.': 'Votre session a pris fin. Veuillez vous connecter de nouveau.',
}

/** One English word that needs another French one in one place, such as one of another gender: the word, and the place behind a line. */
export const frenchInPlaces: Readonly<Record<string, string>> = {
  'Customer | list': 'Clients',
  'State | address': 'Province ou État',
  'Release | quarantine': 'Libérer',
  'Rejected | imports': 'Rejetées',
  'To | outbox': 'À',
  'Sent | outbox': 'Envoyé',
  'Sent | several': 'Envoyées',
  'Partially Paid | several': 'Payées en partie',
  'Done | button': 'Terminé',
  'Due | date': 'Échéance',
  'Non-Highway Fuel Daily Quantity Limit': 'Limite quotidienne hors route',
  'Non-Highway Fuel Weekly Quantity Limit': 'Limite hebdomadaire hors route',
  'Non-Highway Fuel Weekly Refresh Day': 'Jour de renouvellement hebdomadaire hors route',
  'Non-Highway Fuel Weekly Balance': 'Solde hebdomadaire hors route',
}
