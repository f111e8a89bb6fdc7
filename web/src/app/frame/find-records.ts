import { useDebouncedValue } from '@mantine/hooks'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import { invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { type SearchHit, type SearchKind, search, shortestSearch } from '@portal/contract/search/search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useSession } from '../../api/session.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { creditNotePath } from '../../credit-notes/credit-notes.paths.ts'
import { customersPath } from '../../customers/customers.paths.ts'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { sitePath } from '../../rates/daily-rates.paths.ts'
import { receiptPath } from '../../receipts/receipts.paths.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { dateText, moneyText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { unitPath } from '../../units/units.paths.ts'
import { usersPath } from '../../users/users.paths.ts'
import { hitFits } from './hit-fits.ts'

type Found = { key: string; label: string; description: string; path: string }
export type FoundGroup = { group: string; records: readonly Found[] }

const card = ({ id }: SearchHit) => `${cardsPath}/${id}/view`
/** The heading of each kind, and the address of its records. */
const kinds: Record<SearchKind, { group: string; pathOf: (hit: SearchHit) => string }> = {
  card: { group: 'Cards', pathOf: card },
  driver: { group: 'Drivers', pathOf: card },
  unit: { group: 'Units', pathOf: ({ id }) => unitPath(id) },
  customer: { group: 'Customers', pathOf: ({ id }) => `${customersPath}/${id}/view` },
  invoice: { group: 'Invoices', pathOf: ({ id }) => `${invoicesPath}/${id}/view` },
  receipt: { group: 'Receipts', pathOf: ({ id }) => receiptPath(id) },
  credit_note: { group: 'Credit notes', pathOf: ({ label }) => creditNotePath(label) },
  transaction: {
    group: 'Transactions',
    pathOf: ({ label }) => `${transactionsPath}/${encodeURIComponent(label)}/view`,
  },
  user: { group: 'Users', pathOf: ({ id }) => `${usersPath}/${id}/view` },
  site: { group: 'Sites', pathOf: ({ id }) => sitePath(id) },
}

/** Finds records by the text on them. A search is aborted when the next letter is typed. */
export function useRecords(typed: string): { groups: FoundGroup[]; isSearching: boolean } {
  const { t, language } = useTranslation()
  const { company } = useSession()
  const wanted = typed.trim()
  const [text] = useDebouncedValue(wanted, 200)
  const isOn = wanted.length >= shortestSearch && text.length >= shortestSearch
  const { data, isFetching } = useQuery({
    queryKey: queryKeyOf(search.find, text),
    queryFn: ({ signal }) => call(search.find, { query: { q: text } }, { signal }),
    enabled: isOn,
    // Keep previous results until the response arrives, so the list does not jump.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
  })
  const statusOf = ({ kind, status }: SearchHit) => {
    if (status === null) return null
    return kind === 'invoice'
      ? t(invoiceStatuses[status as keyof typeof invoiceStatuses])
      : t(cardStatusWords[status as keyof typeof cardStatusWords], { context: 'cards' })
  }
  const described = (hit: SearchHit): string =>
    [
      hit.detail,
      statusOf(hit),
      hit.day && dateText(hit.day),
      hit.amount !== null && hit.currency && moneyText(hit.amount, language, hit.currency),
      hit.company === company.name ? null : hit.company,
    ]
      .filter(Boolean)
      .join(' · ')
  const isSearching = wanted.length >= shortestSearch && (text !== wanted || isFetching)
  const hits = isOn ? (data?.hits ?? []).filter((hit) => !isSearching || hitFits(hit, wanted)) : []
  const groups = (Object.keys(kinds) as SearchKind[]).map((kind) => ({
    group: kinds[kind].group,
    records: hits
      .filter((hit) => hit.kind === kind)
      .map((hit) => ({
        key: `${kind} ${hit.id}`,
        label: hit.label,
        description: described(hit),
        path: kinds[kind].pathOf(hit),
      })),
  }))
  return {
    groups: groups.filter(({ records }) => records.length > 0),
    isSearching,
  }
}
