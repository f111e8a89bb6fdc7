import type { notificationMessages } from './notifications.messages.ts'

/** The French of the notifications, for the page and for the e-mails alike. */
export const frenchNotifications = {
  'notice.invoice-sent': 'La facture {number} a été émise\u00a0: {amount:money}, payable le {due:day}',
  'notice.invoice-overdue': 'La facture {number} est en souffrance\u00a0: il reste {amount:money} à payer',
  'notice.invoices-overdue': '{count} factures sont en souffrance depuis le {due:day}',
  'notice.payment-received': 'Nous avons reçu votre paiement de {amount:money}',
  'notice.payment-returned': 'La banque a refusé un paiement de {amount:money}',
  'notice.card-held': 'La carte {card} a été suspendue',
  'notice.cards-held': '{count} cartes ont été suspendues',
  'notice.card-released': 'La carte {card} a été réactivée',
  'notice.cards-released': '{count} cartes ont été réactivées',
  'notice.for-nsf': '{what:message}\u00a0: un paiement a été refusé',
  'notice.for-credit': '{what:message}\u00a0: la limite de crédit est dépassée',
  'notice.nsf-ended': '{what:message}\u00a0: le paiement refusé est réglé',
  'notice.credit-ended': '{what:message}\u00a0: le solde respecte de nouveau la limite de crédit',
  'notice.import-done': '{file} (importées\u00a0: {booked})',
  'notice.and-review': '{what:message}, {count} à vérifier',
  'notice.and-quarantined': '{what:message}, {count} en quarantaine',
  'notice.and-rejected': '{what:message}, rejets\u00a0: {count}',
  'notice.import-failed': '{file} n’a pas pu être importé',
  'notice.exception': 'Nouvelle exception\u00a0: {rule:word}',
  'notice.exceptions': '{count} nouvelles exceptions',
  'notice.exceptions-severe': '{count} nouvelles exceptions, dont {severe} de gravité élevée',
  'notice.registration': '{company} s’est inscrite et attend une approbation',
  'notice.of-company': '{company}\u00a0· {what:message}',
  'notice.choice-unknown': 'Vous ne pouvez pas choisir ceci\u00a0: ce n’est pas une de vos notifications.',
} as const satisfies Record<keyof typeof notificationMessages, string>
