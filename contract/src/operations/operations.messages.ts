/** What is wrong with the installation, and what to do about it (OPS-5). */
export const operationsMessages = {
  'operations.no-worker':
    'No process runs jobs: e-mail is not sent and imports wait. Start a process with ROLE=worker.',
  'operations.job-failing':
    'The job “{job:word}” has been failing for {time}. It is retried by itself; if it goes on, look for job {name} in the log. Reason: {reason}',
  'operations.job-late':
    'The job “{job:word}” has not completed for {time}. Check that its worker is alive, and restart it.',
  'operations.backup-none': 'There is no backup yet. Run npm run backup, and set BACKUP_DIR for a daily one.',
  'operations.backup-old':
    'The last backup is {hours} h old. Check the schedule and the space for backups, and run npm run backup.',
  'operations.backup-failed': 'The last backup failed. Remove the cause, and run npm run backup. Reason: {reason}',
  'operations.trial-failed':
    'The last backup that was restored on trial is not usable. Remove the cause; the next scheduled backup is tried by itself. Reason: {reason}',
  'operations.trial-old':
    'No backup has been restored on trial for {days} days. Set BACKUP_DIR on a process that runs jobs, and BACKUP_TEST=weekly: the newest scheduled backup is then tried each week.',
  'operations.trial-none':
    'No backup has ever been restored on trial. Set BACKUP_DIR on a process that runs jobs, and BACKUP_TEST=weekly: the newest scheduled backup is then tried each week.',
  'operations.seal-behind':
    'The oldest audit entry without a seal is {time} old. A long import or billing run delays sealing; if none is running, look for job seal in the log.',
  'operations.seal-unsigned':
    'Entries of the audit log have been sealed without a signature for {time}. The job seal says why. Then run npm run audit:verify.',
  'operations.mail-retrying':
    'E-mails that could not be sent and are retried: {count}. The oldest has waited for {time}. Check the mail server and SMTP_URL.',
  'operations.mail-failed':
    'E-mails that were not sent after the last attempt: {count}. Open them under Mail, correct the cause and send them again.',
  'operations.documents-failed':
    'Documents that could not be stored: {count}. Check the file storage (FILES_URL); the log has the reason under job documents.',
  'operations.imports-waiting':
    'An import has waited for {time}. Check that a worker is running and that the imports before it make progress.',
  'operations.runs-waiting':
    'A billing run has waited for {time}. Check that a worker is running and that the run before it makes progress.',
  'operations.disk-low':
    'Only {percent} % of the disk with the data folder is free. Free some space or enlarge the disk before uploads and the database stop.',
  'operations.migrations-differ':
    'The database does not match this version. Run npm run migrate of the newest version, and restart the older processes.',
  'operations.embedded':
    'This portal uses the embedded database, which is for trying out. Move to an external PostgreSQL before it holds real data.',
  'operations.gate-shared':
    'Signing in uses the database login of all requests. Give it a login of its own: set DATABASE_GATE_URL, and run npm run migrate.',
  'operations.replica-away':
    'The replica does not respond, so the main database answers every read. Check its server and its network.',
  'operations.replica-refused':
    'The replica refuses the user or password of DATABASE_READ_URL, so the main database answers every read. Correct the address and restart the portal, or admit the user in the replica’s pg_hba.conf.',
  'operations.replica-no-database':
    'The server of DATABASE_READ_URL does not have the portal’s database, so the main database answers every read. Correct the address and restart the portal.',
  'operations.replica-other-database':
    'DATABASE_READ_URL leads to another database than DATABASE_URL, so the main database answers every read. Correct the address and restart the portal.',
  'operations.replica-behind':
    'The replica is {seconds} s behind, so the main database answers every read. Check the replica’s disk, its network and long queries on it.',
  'operations.replica-promoted':
    'The replica was promoted and takes changes of its own, so it is no longer read. Make a new replica of the main database.',
  'operations.replica-other-version':
    'The replica has other migrations than the main database, so it is not read. If it does not catch up within minutes, make it again.',
  'operations.replica-misled':
    'DATABASE_READ_URL does not lead directly to a replica of the main database. Correct it and restart the portal.',
} as const
