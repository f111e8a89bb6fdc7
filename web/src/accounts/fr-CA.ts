/** The French of this folder's sentences. */
export const french = {
  '1–30 days': '1 à 30 jours',
  '31–60 days': '31 à 60 jours',
  '61–90 days': '61 à 90 jours',
  'As of {day}': 'Au {day}',
  'Not due yet': 'Pas encore échu',
  '91 days and more': '91 jours et plus',
  '{currency}, by days past due': '{currency}, par jours de retard',
  Unpaid: 'Impayé',
  Exposure: 'Engagement',
  'of a credit limit of {limit}': 'sur une limite de crédit de {limit}',
  'Above it the cards are put on hold.': 'Au-delà, les cartes sont retenues.',
  'Above it there is a warning.': 'Au-delà, il y a un avertissement.',
  'Over the credit limit.': 'Au-delà de la limite de crédit.',
  'Over the credit limit. Cards on hold until the customer is back under it: {count}.':
    'Au-delà de la limite de crédit. Cartes retenues jusqu’à ce que le client repasse sous la limite\u00a0: {count}.',
  'A payment bounced and is not made good. Cards on hold until it is: {count}.':
    'Un paiement est revenu sans provision et n’est pas réglé. Cartes retenues jusqu’au règlement\u00a0: {count}.',
  'Statement of {company}': 'Relevé de {company}',
  'Statement in {currency}': 'Relevé en {currency}',
  'Error while downloading the statement': 'Erreur lors du téléchargement du relevé',
  What: 'Objet',
  Balance: 'Solde',
  'Payment reversed': 'Paiement contre-passé',
  'Payment corrected': 'Paiement corrigé',
  'Opening balance': 'Solde d’ouverture',
  'Closing balance': 'Solde de clôture',
  'Invoiced {invoiced}, paid {paid}.': 'Facturé {invoiced}, payé {paid}.',
  'In draft': 'En brouillon',
  'A payment bounced. Your cards on hold for it: {count}. They are released by themselves once it is made good.':
    'Un paiement a été refusé. Vos cartes suspendues pour cette raison : {count}. Elles seront libérées d’elles-mêmes une fois qu’il sera réglé.',
  'Your credit limit is reached. Your cards on hold for it: {count}. They are released by themselves once you are back under it.':
    'Votre limite de crédit est atteinte. Vos cartes suspendues pour cette raison : {count}. Elles seront libérées d’elles-mêmes une fois que vous serez repassé sous la limite.',
  'See the cards': 'Voir les cartes',
  'See what is to be paid': 'Voir ce qui est à payer',
  'Oops! Something broke, we are working on a fix.': 'Oups! Quelque chose s’est brisé, nous y travaillons.',
} as const satisfies Readonly<Record<string, string>>

/** The French of the messages that the service gives here, by their keys. */
export const frenchMessages = {
  'statement.too-long': 'Choisissez au plus trois ans.',
} as const satisfies Readonly<Record<string, string>>
