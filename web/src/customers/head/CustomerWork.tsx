import '../../todo/todo.css'
import type { Customer, CustomerOverview } from '@portal/contract/customers/customers.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { outbox } from '@portal/contract/outbox/outbox.ts'
import { todoFilters } from '@portal/contract/todo/todo.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { useCan } from '../../api/session.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { labelOf, todoItems } from '../../todo/todo-items.ts'
import { countText } from '../../todo/use-todo.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { useTranslation } from '../../ui/words/translation.ts'

type Waiting = { key: string; label: string; path: string; filter: readonly string[]; count: number; may: boolean }

/** What waits for this customer, each number leading to exactly those records. */
export function CustomerWork({ customer, overview }: { customer: Customer; overview: CustomerOverview }) {
  const { t } = useTranslation()
  const can = useCan()
  const { unbilled, to_review, drafts, failed_mails } = overview.waiting
  const held = overview.cards.find(({ status }) => status === 'HOLD')?.count ?? 0
  const mayRead = can(transactions.list)
  const known = (key: 'to_review' | 'drafts' | 'failed_mails', count: number, may: boolean): Waiting => ({
    key,
    label: labelOf(key, count),
    path: todoItems[key].path,
    filter: todoFilters[key],
    count,
    may,
  })
  const waiting: Waiting[] = [
    {
      key: 'unbilled',
      label: 'Not billed yet',
      path: transactionsPath,
      filter: ['billing:open'],
      count: unbilled,
      may: mayRead,
    },
    known('to_review', to_review, mayRead),
    {
      key: 'held',
      label: held === 1 ? 'Card on hold' : 'Cards on hold',
      path: cardsPath,
      filter: ['card_status:HOLD'],
      count: held,
      may: true,
    },
    known('drafts', drafts, can(invoices.list)),
    known('failed_mails', failed_mails, can(outbox.list)),
  ]
  const open = waiting.filter(({ count, may }) => may && count > 0)
  if (open.length === 0) return null
  return (
    <nav className="todo-strip customer-work" aria-label={t('To do for this customer')}>
      {open.map(({ key, label, path, filter, count }) => (
        <PageLink key={key} to={path} search={{ filter: [`company_name:${customer.name}`, ...filter] }}>
          <strong>{countText(count)}</strong> {t(label)}
        </PageLink>
      ))}
    </nav>
  )
}
