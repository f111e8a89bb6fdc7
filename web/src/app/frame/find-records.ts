import { useDebouncedValue } from '@mantine/hooks'
import { cards } from '@portal/contract/cards/cards.ts'
import { customers } from '@portal/contract/customers/customers.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCan } from '../../api/session.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { customersPath } from '../../customers/customers.paths.ts'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import type { ListEndpoint, RowOf } from '../../list/list-types.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { dateText, localTimeText, moneyText } from '../../ui/words/texts.ts'

type Found = { id: number; label: string; description: string; path: string }
export type FoundGroup = { group: string; records: readonly Found[] }
type Source = {
  group: string
  endpoint: Endpoint
  find: (text: string, signal: AbortSignal, locale: string) => Promise<Found[]>
}

/** Searches one kind of record in its list and returns up to five matches. */
function source<E extends ListEndpoint>(
  group: string,
  endpoint: E,
  filter: (text: string) => string,
  found: (row: RowOf<E>, locale: string) => Found,
): Source {
  const find = async (text: string, signal: AbortSignal, locale: string) => {
    const page = await call(endpoint as Endpoint, { query: { size: 5, filter: [filter(text)] } } as never, { signal })
    return ((page as unknown as Record<string, RowOf<E>[]>)[endpoint.list.rows] ?? []).map((row) => found(row, locale))
  }
  return { group, endpoint, find }
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
const cardSource = source(
  'Cards',
  cards.list,
  // Accepts the number with or without spaces.
  (text) => `card_number::${text.replaceAll(' ', '')}`,
  (card) => ({
    id: card.id,
    label: card.card_number,
    description: joined(card.driver_name, card.company_name),
    path: `${cardsPath}/${card.id}/view`,
  }),
)
const invoiceSource = source(
  'Invoices',
  invoices.list,
  (text) => `invoice_number::${text}`,
  (invoice, locale) => ({
    id: invoice.id,
    label: invoice.invoice_number,
    path: `${invoicesPath}/${invoice.id}/view`,
    description: joined(
      invoice.company_name,
      dateText(invoice.issued_date),
      moneyText(invoice.total_amount, locale, invoice.currency),
    ),
  }),
)
const transactionSource = source(
  'Transactions',
  transactions.list,
  // Exact match: a partial search for a code across all companies is slow.
  (text) => `authentication_id:${text}`,
  (transaction, locale) => ({
    id: transaction.id,
    label: transaction.authentication_id,
    path: `${transactionsPath}/${encodeURIComponent(transaction.authentication_id)}/view`,
    description: joined(
      transaction.company_name,
      localTimeText(transaction.txn_date),
      moneyText(transaction.txn_amount, locale, transaction.currency),
    ),
  }),
)
const customerSource = source(
  'Customers',
  customers.list,
  (text) => `name::${text}`,
  (customer) => ({
    id: customer.id,
    label: customer.name,
    description: joined(customer.company_number, customer.email),
    path: `${customersPath}/${customer.id}/view`,
  }),
)

const shortest = 3
function useFound({ endpoint, group, find }: Source, text: string, isOn: boolean) {
  const { i18n } = useTranslation()
  const can = useCan()
  const isAsked = isOn && can(endpoint)
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette', group, text],
    queryFn: ({ signal }) => find(text, signal, i18n.language),
    enabled: isAsked,
    // Keep previous results until the response arrives, so the list does not jump.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
  })
  return { group, records: isAsked ? data : [], isFetching }
}

/** Searches the lists that the user can see. A search is aborted when the next letter is typed. */
export function useRecords(typed: string): { groups: FoundGroup[]; isSearching: boolean } {
  const wanted = typed.trim()
  const [text] = useDebouncedValue(wanted, 200)
  const isOn = wanted.length >= shortest && text.length >= shortest
  // One by one, because `useQueries` would add to the first load.
  const all = [
    useFound(cardSource, text, isOn),
    useFound(invoiceSource, text, isOn),
    useFound(transactionSource, text, isOn),
    useFound(customerSource, text, isOn),
  ]
  const isSearching = wanted.length >= shortest && (text !== wanted || all.some(({ isFetching }) => isFetching))
  return { groups: all.filter(({ records }) => records.length > 0), isSearching }
}
