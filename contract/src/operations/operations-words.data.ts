/** Jobs in plain words, by the name that metrics and log lines use. */
export const jobWords: Readonly<Record<string, string>> = {
  mail: 'Sending e-mail',
  imports: 'Reading imports',
  billing: 'Billing runs',
  documents: 'Storing documents',
  balances: 'Refreshing card balances',
  holds: 'Card holds',
  receivables: 'Receivables by age',
  reminders: 'Reminders and statements',
  'price-lists': 'Price lists by e-mail',
  notifications: 'Notifications',
  webhooks: 'Events for webhooks',
  'webhook-deliveries': 'Sending webhooks',
  changes: 'Settling what changed',
  claims: 'Finding claims',
  reports: 'Making reports',
  'tax-changes': 'Changes of tax rates',
  counts: 'Counting transactions',
  sums: 'Dashboard figures',
  seal: 'Sealing the audit log',
  schedule: 'Starting daily jobs',
  'remove-expired': 'Deleting expired data',
  backup: 'Scheduled backups',
  anchor: 'Sending the audit log’s anchor',
  'audit-archive': 'Archiving the audit log',
}
export const jobWord = (job: string): string => jobWords[job] ?? job

/** What a process does, by its ROLE. */
export const processRoleWords = { all: 'Requests and jobs', api: 'Requests', worker: 'Jobs' } as const
