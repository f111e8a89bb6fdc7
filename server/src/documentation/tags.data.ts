/** The groups of calls in the order of the portal's menu, with the contracts that belong to each. */
export const tags: readonly { name: string; description: string; features: readonly string[] }[] = [
  {
    name: 'Sessions',
    description: 'Sign in and out, set a forgotten password, and act for a customer.',
    features: ['session', 'switching'],
  },
  {
    name: 'Dashboard',
    description: 'What was bought, what is owed and what waits, and the search over all records.',
    features: ['dashboard', 'todo', 'summaries', 'search'],
  },
  {
    name: 'Customers',
    description: 'Customers with their terms and credit, new companies, and what customers owe.',
    features: [
      'customers',
      'customerExport',
      'companies',
      'fuelCompanies',
      'registration',
      'accounts',
      'receivables',
      'exposure',
    ],
  },
  {
    name: 'Markups',
    description: 'The amount per unit that a customer pays on top of a rate.',
    features: ['markups'],
  },
  { name: 'Users', description: 'Users, their roles and their permissions.', features: ['users'] },
  {
    name: 'Cards',
    description: 'Fuel cards with limits and holds, their history, files, templates and imports.',
    features: ['cards', 'cardFiles', 'cardHistory', 'cardTemplates', 'cardImports'],
  },
  {
    name: 'Reports',
    description: 'Reports and their schedules, fuel tax worksheets, budgets, margins, claims and the journal.',
    features: [
      'reports',
      'reportRuns',
      'reportSchedules',
      'ifta',
      'budgets',
      'margins',
      'claims',
      'exchangeRates',
      'journalBatches',
      'journalAccounts',
    ],
  },
  {
    name: 'Transactions',
    description: 'Purchases line by line, how each price was derived, review, exceptions and files.',
    features: [
      'transactions',
      'transactionFiles',
      'transactionImports',
      'exceptions',
      'exceptionThresholds',
      'providerStatements',
    ],
  },
  {
    name: 'Imports',
    description: 'One record for each imported file: its progress, errors and tie-out.',
    features: ['imports', 'help'],
  },
  {
    name: 'Daily rates',
    description: 'What fuel providers charge on a day, their product codes, and the tax rates.',
    features: ['dailyRates', 'providerCodes', 'taxRates'],
  },
  {
    name: 'Invoices',
    description: 'Invoices from draft to paid, billing runs, reminders, and the check of a document.',
    features: ['invoices', 'drafts', 'billingRuns', 'billing', 'reminders', 'verify'],
  },
  {
    name: 'Payments',
    description: 'Money received, credit notes, write-offs and refunds, bank files, and closed books.',
    features: [
      'payments',
      'receipts',
      'creditNotes',
      'writeOffs',
      'refunds',
      'banks',
      'bankFiles',
      'bankLines',
      'books',
    ],
  },
  { name: 'Smart Buy', description: 'A company’s own prices, and sites on the way.', features: ['smartBuy'] },
  {
    name: 'Truck care',
    description: 'Units, fuel economy, service plans and services.',
    features: ['units', 'services', 'serviceFiles', 'servicePlans'],
  },
  {
    name: 'Notifications',
    description: 'What happened, and how a person wants to be told.',
    features: ['notifications', 'unreadNotifications'],
  },
  {
    name: 'Profile',
    description: 'The signed-in user, their pictures, and how they arrange lists.',
    features: ['profile', 'files', 'views'],
  },
  {
    name: 'Administration',
    description: 'Service keys, the audit log, outgoing e-mail, and how the installation is doing.',
    features: ['serviceKeys', 'logs', 'outbox', 'operations'],
  },
  {
    name: 'Webhooks',
    description: 'Where the portal calls programs of yours, what it sent, and what it posts for each event.',
    features: ['webhooks'],
  },
  {
    name: 'Lookups',
    description: 'Countries, provinces, cities, currencies and the choices of drop-downs.',
    features: ['locations', 'places', 'lookups'],
  },
  { name: 'Documentation', description: 'This document.', features: ['documentation'] },
]
export const tagOf = (endpoint: { id: string }): string =>
  tags.find(({ features }) => features.includes(endpoint.id.split('.')[0] ?? ''))?.name ?? 'Other'
