/** What makes a day's work plainer, over several screens. */
export const frenchOfWorkday: Record<string, string> = {
  'In draft': 'En brouillon',

  // The dashboard's two currencies
  and: 'et',
  'Nothing is overdue': 'Rien n’est en retard',

  // Billing
  'Billed weekly: no week ends on that day.': 'Facturé chaque semaine : aucune semaine ne se termine ce jour-là.',
  'Billed twice a month: no half month ends on that day.': 'Facturé deux fois par mois : aucune quinzaine ne se termine ce jour-là.',
  'Billed monthly: no month ends on that day.': 'Facturé chaque mois : aucun mois ne se termine ce jour-là.',
  'Give both days, or neither.': 'Donnez les deux jours, ou aucun.',
  'In {currency}, {count} are unbilled from {from} to {to}.': 'En {currency}, {count} ne sont pas facturées du {from} au {to}.',
  'Show these': 'Les afficher',
  '1 invoice': '1 facture',

  // Mail
  'To: {address}': 'À : {address}',
  'This customer has no e-mail address.': 'Ce client n’a pas d’adresse courriel.',
  'Enter one': 'En saisir une',

  // Cards that a rule holds
  'A payment bounced. Your cards on hold for it: {count}. They are released by themselves once it is made good.':
    'Un paiement a été refusé. Vos cartes suspendues pour cette raison : {count}. Elles seront libérées d’elles-mêmes une fois qu’il sera réglé.',
  'Your credit limit is reached. Your cards on hold for it: {count}. They are released by themselves once you are back under it.':
    'Votre limite de crédit est atteinte. Vos cartes suspendues pour cette raison : {count}. Elles seront libérées d’elles-mêmes une fois que vous serez repassé sous la limite.',
  'See the cards': 'Voir les cartes',
  'See what is to be paid': 'Voir ce qui est à payer',
  'Held by a rule of your fuel provider, so they cannot be released here: {count}.':
    'Suspendues par une règle de votre fournisseur de carburant, elles ne peuvent pas être libérées ici : {count}.',
  'Close card': 'Fermer la carte',
  'A closed card cannot be used, changed or opened again.': 'Une carte fermée ne peut plus être utilisée, modifiée ni rouverte.',

  // Quarantine
  'Add card': 'Ajouter la carte',
  'Open card': 'Ouvrir la carte',
  'Add card {number}': 'Ajouter la carte {number}',
  'Open card {number}': 'Ouvrir la carte {number}',
  'Release Selected': 'Libérer la sélection',
  'Please select stop to Release': 'Veuillez sélectionner un arrêt à libérer',
  'Released: {count}.': 'Libérés : {count}.',
  'Released: {count}. Not released: {failed}.': 'Libérés : {count}. Non libérés : {failed}.',

  // Imports
  'Open import {id}': 'Ouvrir l’importation {id}',
  '{count} imported': '{count} importées',
  '{count} quarantined': '{count} en quarantaine',
}
