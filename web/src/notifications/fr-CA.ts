import { frenchNotifications } from '@portal/contract/notifications/notifications.french.ts'

/** The French of notifications, by the English text. */
export const french = {
  Notifications: 'Notifications',
  Notification: 'Notification',
  'All notifications': 'Toutes les notifications',
  'Your notifications': 'Vos notifications',
  'No notifications yet': 'Aucune notification pour le moment',
  'Mark as read': 'Marquer comme lue',
  'Mark as unread': 'Marquer comme non lue',
  'Mark all as read': 'Tout marquer comme lu',
  'Choose your notifications': 'Choisir vos notifications',
  Unread: 'Non lue',
  'This session': 'Cette session',
  'Messages, {count} unread': 'Messages, non lus\u00a0: {count}',
  Read: 'Lue',
  'Invoice overdue': 'Facture en souffrance',
  'Payment received': 'Paiement reçu',
  'Payment returned': 'Paiement refusé',
  'Import finished': 'Importation terminée',
  'New registration': 'Nouvelle inscription',
  'Report finished': 'Rapport terminé',
  'No e-mail': 'Aucun courriel',
  'E-mail at once': 'Courriel immédiat',
  'Daily e-mail': 'Courriel quotidien',
  'Invoices, cards and imports': 'Factures, cartes et importations',
  'Severe exceptions': 'Exceptions graves',
  'Other exceptions': 'Autres exceptions',
  'In the bell': 'Dans la cloche',
  'By e-mail': 'Par courriel',
  '{topic}: in the bell': '{topic}\u00a0: dans la cloche',
  '{topic}: by e-mail': '{topic}\u00a0: par courriel',
  'The daily e-mail is sent at {hour}:00, if there is anything to report.':
    'Le courriel quotidien est envoyé à {hour}\u00a0h, s’il y a quelque chose à signaler.',
  'You are notified only about what you can see, and not about what you do yourself.':
    'Vous recevez seulement des notifications sur ce que vous pouvez voir, et non sur ce que vous faites vous-même.',
  'No notifications are available with your permissions.': 'Aucune notification n’est offerte avec vos permissions.',
  'Notifications saved': 'Notifications enregistrées',
  'Error while saving the notifications': 'Erreur lors de l’enregistrement des notifications',
  'Changed their notifications': 'A modifié ses notifications',
  'Notified in the bell': 'Notifications dans la cloche',
  'Notified by e-mail at once': 'Notifications par courriel immédiat',
  'Notified in the daily e-mail': 'Notifications par courriel quotidien',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = frenchNotifications
