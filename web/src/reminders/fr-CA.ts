/** The French of this folder's interface. */
export const french = {
  'Reminders and statements': 'Rappels et relevés',
  'Invoice reminders': 'Rappels de factures',
  'Days before the due date': 'Jours avant l’échéance',
  'Days after the due date': 'Jours après l’échéance',
  'Separate several days with commas. 0 is the due date.':
    'Séparez plusieurs jours par des virgules. 0 est le jour de l’échéance.',
  'Separate several days with commas. Leave it empty to send none.':
    'Séparez plusieurs jours par des virgules. Laissez vide pour n’en envoyer aucun.',
  'From 8:00, a reminder of each open invoice is e-mailed once for each of these days, with the amount still owing and the invoice attached.':
    'À partir de 8\u00a0h, un rappel de chaque facture ouverte est envoyé par courriel une fois pour chacun de ces jours, avec le montant à payer et la facture en pièce jointe.',
  'Monthly statements': 'Relevés mensuels',
  'Day of the month': 'Jour du mois',
  'Day of the month for statements': 'Jour du mois des relevés',
  'On this day, from 1 to 28, the statement for the previous month is e-mailed to each customer with a balance or an entry. Leave it empty to send none.':
    'Ce jour-là, de 1 à 28, le relevé du mois précédent est envoyé par courriel à chaque client qui a un solde ou une écriture. Laissez vide pour n’en envoyer aucun.',
  'All customers receive them.': 'Tous les clients les reçoivent.',
  '1 customer is excluded.': '1 client en est exclu.',
  '{count} customers are excluded.': '{count} clients en sont exclus.',
  'These settings apply from {day}. Nothing planned for an earlier day is sent.':
    'Ces paramètres s’appliquent à partir du {day}. Rien de prévu pour un jour antérieur n’est envoyé.',
  'Nothing is sent until these settings are saved for the first time.':
    'Rien n’est envoyé tant que ces paramètres n’ont pas été enregistrés une première fois.',
  'To exclude a customer, open its form and go to E-mails.':
    'Pour exclure un client, ouvrez sa fiche à la section Courriels.',
  Reminders: 'Rappels',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'reminder.days': 'Entrez des nombres entiers de {min} à {max}, séparés par des virgules.',
  'reminder.too-many-days': 'Entrez au plus {max} jours.',
} as const satisfies Readonly<Record<string, string>>
