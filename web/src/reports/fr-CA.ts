import { frenchReportMessages } from '@portal/contract/reports/reports.french.ts'

/** The French of the pages of reports, by the English text. */
export const french = {
  'Choose a customer to see its report.': 'Choisissez un client pour voir son rapport.',
  'Show the usual report': 'Afficher le rapport habituel',
  'Other days': 'Autres jours',
  'What a month should cost in each currency, for the report on spend against it':
    'Ce qu’un mois devrait coûter dans chaque devise, pour le rapport sur les dépenses et le budget',
  'What a US dollar is worth by day, for the tax reports':
    'Ce que vaut un dollar américain chaque jour, pour les rapports de taxes',
  'Reports to run': 'Rapports à produire',
  Schedules: 'Envois planifiés',
  Parameters: 'Paramètres',
  Formats: 'Formats',
  'Done | reports': 'Terminé',
  'Failed | reports': 'Échoué',
  'Waiting | reports': 'En attente',
  'Running | reports': 'En cours',
  'Run and keep': 'Produire et conserver',
  'Current figures': 'Chiffres actuels',
  'Made {when} by {name}': 'Produit le {when} par {name}',
  'Download {record} as CSV': 'Télécharger {record} en CSV',
  'Download {record} as XLSX': 'Télécharger {record} en XLSX',
  'Download {record} as PDF': 'Télécharger {record} en PDF',
  'Schedule…': 'Planifier…',
  'Schedule a report': 'Planifier un rapport',
  'Change the schedule': 'Modifier l’envoi planifié',
  'How often': 'Fréquence',
  People: 'Personnes',
  Title: 'Titre',
  'Next on': 'Prochain envoi',
  'This month': 'Ce mois-ci',
  'Edit…': 'Modifier…',
  'Reports already sent are kept.': 'Les rapports déjà envoyés sont conservés.',
  'No schedules to show': 'Aucun envoi planifié à afficher',
  '{name} (can no longer see it)': '{name} (ne peut plus le voir)',
  'Every day it reports yesterday, every Monday the week before, and on the first of a month or quarter the one before.':
    'Chaque jour, il porte sur la veille; chaque lundi, sur la semaine précédente; le premier d’un mois ou d’un trimestre, sur celui d’avant.',
  'Report scheduled': 'Rapport planifié',
  'Error while scheduling the report': 'Erreur lors de la planification du rapport',
  'Schedule changed': 'Envoi planifié modifié',
  'Error while changing the schedule': 'Erreur lors de la modification de l’envoi planifié',
  'Schedule deleted': 'Envoi planifié supprimé',
  'Error while deleting the schedule': 'Erreur lors de la suppression de l’envoi planifié',
  'Before you read the figures': 'Avant de lire les chiffres',
  'Nothing was found for this period and these choices.': 'Rien n’a été trouvé pour cette période et ces choix.',
  'This report takes a while. You can leave this page; it will be in Reporting.':
    'Ce rapport demande un certain temps. Vous pouvez quitter cette page; il sera dans Rapports.',
  'The first {shown} of {count} rows. The files have all of them.':
    'Les {shown} premières de {count} lignes. Les fichiers les contiennent toutes.',
  'Without a name': 'Sans nom',
  'All | report': 'Tout',
  'The {count} highest of {of}': 'Les {count} plus élevés sur {of}',
  'The scale begins at {value}.': 'L’échelle commence à {value}.',
  'Last quarter': 'Trimestre dernier',
  'Last 12 months': '12 derniers mois',
  'The entries of a period for the general ledger, as balanced batches':
    'Les écritures d’une période pour le grand livre, en lots équilibrés',
  'Exported the list of reports': 'A exporté la liste des rapports',
  'Exported the schedules of reports': 'A exporté les envois planifiés',
  'Scheduled a report': 'A planifié un rapport',
  'Changed the schedule of a report': 'A modifié un envoi planifié',
  'Deleted the schedule of a report': 'A supprimé un envoi planifié',
  'Schedule of a report': 'Envoi planifié',
  'Not invoiced': 'Non facturée',
  'Cost known': 'Coût connu',
  'Cost unknown': 'Coût inconnu',
  'Lines with their margin': 'Lignes avec leur marge',
  'No lines to show': 'Aucune ligne à afficher',
  'Back to the margin report': 'Retour au rapport de marge',
  'No imported file has a credit for this purchase yet.':
    'Aucun fichier importé ne contient encore de crédit pour cet achat.',
  'Ran a report': 'A produit un rapport',
  'Downloaded a report': 'A téléchargé un rapport',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = frenchReportMessages
