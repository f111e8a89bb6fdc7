/** The French of this folder's interface. */
export const french = {
  '1–30 days': '1 à 30 jours',
  '31–60 days': '31 à 60 jours',
  '61–90 days': '61 à 90 jours',
  'As of {day}': 'Au {day}',
  'By days past due on {day}': 'Par jours de retard au {day}',
  Registrations: 'Inscriptions',
  'Not due yet': 'Pas encore échu',
  '91 days and more': '91 jours et plus',
  '{currency}, by days past due': '{currency}, par jours de retard',
  Unpaid: 'Impayé',
  'Over the credit limit. 1 card stays on hold until the customer is back under it.':
    'Limite de crédit dépassée. 1 carte reste suspendue jusqu’à ce que le client repasse sous la limite.',
  'A payment was returned (NSF) and is not paid yet.':
    'Un paiement a été refusé (sans provision) et n’est pas encore réglé.',
  'A payment was returned (NSF). 1 card stays on hold until it is paid.':
    'Un paiement a été refusé (sans provision). 1 carte reste suspendue jusqu’au règlement.',
  'A payment was returned (NSF). 1 card is on hold. It is released automatically once the payment is settled.':
    'Un paiement a été refusé (sans provision). 1 carte est suspendue. Elle sera réactivée automatiquement dès le règlement.',
  'You are over your credit limit. 1 card is on hold. It is released automatically once you are back under it.':
    'Vous avez dépassé votre limite de crédit. 1 carte est suspendue. Elle sera réactivée automatiquement dès que vous repasserez sous la limite.',
  Exposure: 'Encours',
  '{used} without a credit limit in {currency}': '{used} sans limite de crédit en {currency}',
  '{used} of a credit limit of {limit}': '{used} sur une limite de crédit de {limit}',
  'Above this limit, cards are put on hold.': 'Au-delà de cette limite, les cartes sont suspendues.',
  'Above this limit, a warning is shown.': 'Au-delà de cette limite, un avertissement s’affiche.',
  'Over the credit limit.': 'Limite de crédit dépassée.',
  'Over the credit limit. {count} cards stay on hold until the customer is back under it.':
    'Limite de crédit dépassée. {count} cartes restent suspendues jusqu’à ce que le client repasse sous la limite.',
  'A payment was returned (NSF). {count} cards stay on hold until it is paid.':
    'Un paiement a été refusé (sans provision). {count} cartes restent suspendues jusqu’au règlement.',
  'Statement of {company}': 'Relevé\u00a0: {company}',
  'Statement in {currency}': 'Relevé en {currency}',
  'Error while downloading the statement': 'Erreur lors du téléchargement du relevé',
  Description: 'Description',
  Balance: 'Solde',
  'Payment reversed': 'Paiement contre-passé',
  'Payment corrected': 'Paiement corrigé',
  'Opening balance': 'Solde d’ouverture',
  'Closing balance': 'Solde de clôture',
  'Invoiced {invoiced}, paid {paid}.': 'Facturé {invoiced}, payé {paid}.',
  'Credited {amount}.': 'Crédité {amount}.',
  'Written off {amount}.': 'Radié {amount}.',
  'In draft': 'En brouillon',
  'A payment was returned (NSF). {count} cards are on hold. They are released automatically once the payment is settled.':
    'Un paiement a été refusé (sans provision). {count} cartes sont suspendues. Elles seront réactivées automatiquement dès qu’il sera réglé.',
  'You are over your credit limit. {count} cards are on hold. They are released automatically once you are back under it.':
    'Vous avez dépassé votre limite de crédit. {count} cartes sont suspendues. Elles seront réactivées automatiquement dès que vous repasserez sous la limite.',
  'See cards on hold': 'Voir les cartes suspendues',
  'See your invoices': 'Voir vos factures',
  'Oops! Something broke, we are working on a fix.': 'Oups! Une erreur s’est produite, nous y travaillons.',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'statement.too-long': 'Choisissez une période d’au plus trois ans.',
} as const satisfies Readonly<Record<string, string>>
