import { type TodoKey, todoFilters } from '@portal/contract/todo/todo.ts'
import { bankFilesPath } from '../bank-files/bank-files.paths.ts'
import { quarantinePath } from '../booking/quarantine.paths.ts'
import { companiesPath } from '../customers/customers.paths.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { outboxPath } from '../outbox/outbox.paths.ts'
import { dailyRatesPath } from '../rates/daily-rates.paths.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'

/** Each kind of open work: its words, and the list that shows it. In the order of a day's work. */
export const todoItems = {
  rates_missing: { label: 'Rates missing today', path: dailyRatesPath },
  quarantined: { label: 'In quarantine', path: quarantinePath },
  to_review: { label: 'To review', path: transactionsPath },
  untied_imports: { label: 'Imports that do not tie out', path: importsPath },
  drafts: { label: 'Drafts to send', path: invoicesPath },
  bank_lines: { label: 'Bank lines to book', path: bankFilesPath },
  failed_mails: { label: 'Undelivered mail', path: outboxPath },
  registrations: { label: 'Registrations to approve', path: companiesPath },
} as const satisfies Record<TodoKey, { label: string; path: string }>
export const todoKeys = Object.keys(todoItems) as TodoKey[]

/** The address of exactly the records that are counted. */
export function linkTo(key: TodoKey) {
  const filter = [...todoFilters[key]]
  return { to: todoItems[key].path, search: (filter.length > 0 ? { filter } : {}) as never }
}
