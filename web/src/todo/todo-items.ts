import { type TodoKey, todoFilters } from '@portal/contract/todo/todo.ts'
import { bankFilesPath } from '../bank-files/bank-files.paths.ts'
import { quarantinePath } from '../booking/quarantine.paths.ts'
import { companiesPath } from '../customers/customers.paths.ts'
import { importsPath } from '../imports/imports.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { outboxPath } from '../outbox/outbox.paths.ts'
import { dailyRatesPath } from '../rates/daily-rates.paths.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'
import { duePath } from '../units/units.paths.ts'

/** `one` is the label beside a 1, if it differs. */
type TodoItem = { label: string; one?: string; path: string }

/** Each kind of open work: its words, and the list that shows it. In the order of a day's work. */
export const todoItems = {
  rates_missing: { label: 'Rates missing today', path: dailyRatesPath },
  quarantined: { label: 'In quarantine', path: quarantinePath },
  to_review: { label: 'To review', path: transactionsPath },
  untied_imports: { label: 'Imports that do not tie out', one: 'Import that does not tie out', path: importsPath },
  drafts: { label: 'Drafts to send', one: 'Draft to send', path: invoicesPath },
  bank_lines: { label: 'Bank lines to book', one: 'Bank line to book', path: bankFilesPath },
  failed_mails: { label: 'Undelivered e-mails', one: 'Undelivered e-mail', path: outboxPath },
  registrations: { label: 'Registrations to approve', one: 'Registration to approve', path: companiesPath },
  services_due: { label: 'Services due', one: 'Service due', path: duePath },
} as const satisfies Record<TodoKey, TodoItem>
export const todoKeys = Object.keys(todoItems) as TodoKey[]

export function labelOf(key: TodoKey, count: number): string {
  const { label, one = label }: TodoItem = todoItems[key]
  return count === 1 ? one : label
}

/** The address of exactly the records that are counted. */
export function linkTo(key: TodoKey) {
  const filter = [...todoFilters[key]]
  return { to: todoItems[key].path, search: (filter.length > 0 ? { filter } : {}) as never }
}
