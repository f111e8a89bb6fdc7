/** The French of this folder's interface. */
export const french = {
  Operations: 'Exploitation',
  'How the portal is running': 'Fonctionnement du portail',
  'Everything is running': 'Tout fonctionne',
  Problem: 'Problème',
  'Version and database': 'Version et base de données',
  Version: 'Version',
  embedded: 'intégrée',
  external: 'externe',
  Migrations: 'Migrations',
  '{applied} of {known} applied': '{applied} sur {known} appliquées',
  'Database functions': 'Fonctions de la base de données',
  'Of this version': 'De cette version',
  'Of another version': 'D’une autre version',
  Jobs: 'Tâches',
  Job: 'Tâche',
  'No process runs jobs.': 'Aucun processus n’exécute de tâches.',
  'Last completed': 'Dernière exécution réussie',
  'Last failure': 'Dernier échec',
  Failing: 'En échec',
  Late: 'En retard',
  'Sending e-mail': 'Envoi des courriels',
  'Reading imports': 'Lecture des importations',
  'Storing documents': 'Conservation des documents',
  'Refreshing card balances': 'Mise à jour des soldes des cartes',
  'Card holds': 'Suspension des cartes',
  'Receivables by age': 'Comptes clients par âge',
  'Settling what changed': 'Mise en ordre des changements',
  'Finding claims': 'Recherche des réclamations',
  'Making reports': 'Production des rapports',
  'Changes of tax rates': 'Modifications des taux de taxe',
  'Counting transactions': 'Dénombrement des transactions',
  'Dashboard figures': 'Chiffres du tableau de bord',
  'Sealing the audit log': 'Scellement du journal d’audit',
  'Starting daily jobs': 'Lancement des tâches quotidiennes',
  'Deleting expired data': 'Suppression des données expirées',
  'Scheduled backups': 'Sauvegardes planifiées',
  'Sending the audit log’s anchor': 'Envoi de l’ancre du journal d’audit',
  'Archiving the audit log': 'Archivage du journal d’audit',
  Queues: 'Files d’attente',
  Queue: 'File',
  'Invoice documents': 'Documents de facturation',
  Oldest: 'Plus ancien élément',
  'Audit log': 'Journal d’audit',
  'Sealed entries': 'Entrées scellées',
  'Not sealed yet': 'Pas encore scellées',
  'Oldest without a seal': 'Plus ancienne sans sceau',
  'Last sealed entry': 'Dernière entrée scellée',
  'Last seal': 'Dernier sceau',
  'Not signed yet': 'Pas encore signées',
  'Last signature': 'Dernière signature',
  Storage: 'Stockage',
  'Disk of the data folder': 'Disque du dossier de données',
  '{used} of {total} used ({percent})': '{used} utilisés sur {total} ({percent})',
  Database: 'Base de données',
  'Files and documents': 'Fichiers et documents',
  Backup: 'Sauvegarde',
  'Last backup': 'Dernière sauvegarde',
  'None yet': 'Aucune pour l’instant',
  Never: 'Jamais',
  'Last started': 'Démarrage',
  Schedule: 'Planification',
  Scheduled: 'Planifiée',
  'Not scheduled': 'Non planifiée',
  'Last trial restore': 'Dernier essai de restauration',
  'Restored and verified': 'Restaurée et vérifiée',
  'Read replica': 'Réplica de lecture',
  'In use': 'Utilisé',
  'Not in use': 'Inutilisé',
  'Behind by': 'Retard',
  '{seconds} s': '{seconds} s',
  'No replica is configured. The main database answers every read.':
    'Aucun réplica n’est configuré. La base de données principale répond à toutes les lectures.',
  Processes: 'Processus',
  Process: 'Processus',
  'No process has reported yet.': 'Aucun processus ne s’est encore signalé.',
  Serves: 'Rôle',
  'Requests and jobs': 'Requêtes et tâches',
  Requests: 'Requêtes',
  'Last seen': 'Vu pour la dernière fois',
  Missing: 'Sans nouvelles',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'operations.no-worker':
    'Aucun processus n’exécute les tâches\u00a0: les courriels ne partent pas et les importations attendent. Démarrez un processus avec ROLE=worker.',
  'operations.job-failing':
    'La tâche «\u00a0{job:word}\u00a0» échoue depuis {time}. Elle est reprise d’elle-même; si cela dure, cherchez la tâche {name} dans le journal technique. Motif\u00a0: {reason}',
  'operations.job-late':
    'La tâche «\u00a0{job:word}\u00a0» ne s’est pas terminée depuis {time}. Vérifiez que son processus est actif, puis redémarrez-le.',
  'operations.backup-none':
    'Il n’y a encore aucune sauvegarde. Exécutez npm run backup et définissez BACKUP_DIR pour une sauvegarde quotidienne.',
  'operations.backup-old':
    'La dernière sauvegarde date d’il y a {hours}\u00a0h. Vérifiez la planification et l’espace réservé aux sauvegardes, puis exécutez npm run backup.',
  'operations.backup-failed':
    'La dernière sauvegarde a échoué. Corrigez la cause, puis exécutez npm run backup. Motif\u00a0: {reason}',
  'operations.trial-failed':
    'La dernière sauvegarde restaurée à l’essai n’est pas utilisable. Corrigez la cause; la prochaine sauvegarde planifiée est essayée d’elle-même. Motif\u00a0: {reason}',
  'operations.trial-old':
    'Aucune sauvegarde n’a été restaurée à l’essai depuis {days}\u00a0jours. Définissez BACKUP_DIR dans un processus qui exécute les tâches, avec BACKUP_TEST=weekly\u00a0: la plus récente sauvegarde planifiée est alors essayée chaque semaine.',
  'operations.trial-none':
    'Aucune sauvegarde n’a jamais été restaurée à l’essai. Définissez BACKUP_DIR dans un processus qui exécute les tâches, avec BACKUP_TEST=weekly\u00a0: la plus récente sauvegarde planifiée est alors essayée chaque semaine.',
  'operations.seal-unsigned':
    'Des entrées du journal d’audit sont scellées sans signature depuis {time}. La tâche seal en donne la raison. Lancez ensuite npm run audit:verify.',
  'operations.seal-behind':
    'La plus ancienne entrée d’audit sans sceau date d’il y a {time}. Une longue importation ou un long cycle de facturation retarde le scellement; s’il n’y en a pas, cherchez la tâche seal dans le journal technique.',
  'operations.mail-retrying':
    'Courriels qui n’ont pas pu être envoyés et seront repris\u00a0: {count}. Le plus ancien attend depuis {time}. Vérifiez le serveur de courriel et SMTP_URL.',
  'operations.mail-failed':
    'Courriels non envoyés après la dernière tentative\u00a0: {count}. Ouvrez-les sous Courriels, corrigez la cause et envoyez-les de nouveau.',
  'operations.documents-failed':
    'Documents qui n’ont pas pu être conservés\u00a0: {count}. Vérifiez le stockage des fichiers (FILES_URL); le journal technique donne le motif sous la tâche documents.',
  'operations.imports-waiting':
    'Une importation attend depuis {time}. Vérifiez qu’un processus exécute les tâches et que les importations précédentes avancent.',
  'operations.runs-waiting':
    'Un cycle de facturation attend depuis {time}. Vérifiez qu’un processus exécute les tâches et que le cycle précédent avance.',
  'operations.disk-low':
    'Il ne reste que {percent}\u00a0% d’espace libre sur le disque du dossier de données. Libérez de l’espace ou agrandissez le disque avant que les téléversements et la base de données s’arrêtent.',
  'operations.migrations-differ':
    'La base de données ne correspond pas à cette version. Exécutez npm run migrate de la version la plus récente, puis redémarrez les processus plus anciens.',
  'operations.embedded':
    'Ce portail utilise la base de données intégrée, conçue pour l’essai. Passez à un PostgreSQL externe avant d’y mettre de vraies données.',
  'operations.gate-shared':
    'L’ouverture de session utilise le compte de base de données de toutes les requêtes. Donnez-lui son propre compte\u00a0: définissez DATABASE_GATE_URL, puis exécutez npm run migrate.',
  'operations.replica-away':
    'Le réplica ne répond pas\u00a0: la base de données principale répond à toutes les lectures. Vérifiez son serveur et son réseau.',
  'operations.replica-refused':
    'Le réplica refuse l’utilisateur ou le mot de passe de DATABASE_READ_URL\u00a0: la base de données principale répond à toutes les lectures. Corrigez cette adresse et redémarrez le portail, ou autorisez l’utilisateur dans le fichier pg_hba.conf du réplica.',
  'operations.replica-no-database':
    'Le serveur de DATABASE_READ_URL ne contient pas la base de données du portail\u00a0: la base de données principale répond à toutes les lectures. Corrigez cette adresse et redémarrez le portail.',
  'operations.replica-other-database':
    'DATABASE_READ_URL mène à une autre base de données que DATABASE_URL\u00a0: la base de données principale répond à toutes les lectures. Corrigez cette adresse et redémarrez le portail.',
  'operations.replica-behind':
    'Le réplica a {seconds}\u00a0s de retard\u00a0: la base de données principale répond à toutes les lectures. Vérifiez son disque, son réseau et ses longues requêtes.',
  'operations.replica-promoted':
    'Le réplica a été promu et accepte ses propres modifications\u00a0: il n’est plus lu. Créez un nouveau réplica de la base de données principale.',
  'operations.replica-other-version':
    'Le réplica n’a pas les mêmes migrations que la base de données principale\u00a0: il n’est pas lu. S’il ne se rattrape pas en quelques minutes, recréez-le.',
  'operations.replica-misled':
    'DATABASE_READ_URL ne mène pas directement à un réplica de la base de données principale. Corrigez cette adresse et redémarrez le portail.',
} as const satisfies Readonly<Record<string, string>>
