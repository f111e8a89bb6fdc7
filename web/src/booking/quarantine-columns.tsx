import { quarantineReasonWords, quarantineStatusWords } from '@portal/contract/booking/booking-words.data.ts'
import { providerCodes } from '@portal/contract/booking/product-codes.ts'
import type { QuarantineRow } from '@portal/contract/booking/transaction-imports.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { useCan } from '../api/session.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { badge, instantCell, moneyCell } from '../list/columns/cells.tsx'
import { importLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { productCodesPath } from './product-codes.paths.ts'

export const quarantineListColumns: Column<QuarantineRow>[] = [
  { key: 'authentication_id', header: 'Auth code', priority: 1, phone: 'title' },
  {
    key: 'reason',
    header: 'Reason',
    priority: 2,
    phone: 'badge',
    cell: (_, transaction) => <Reason transaction={transaction} />,
  },
  {
    key: 'card_number',
    header: 'Card number',
    priority: 3,
    phone: 'line',
    cell: (_, transaction) => <TransactionCard transaction={transaction} />,
  },
  { key: 'txn_date', header: 'Time stamp', priority: 5, phone: 'line', ...instantCell },
  { key: 'provider', header: 'Provider', phone: 'line' },
  { key: 'amount', header: 'Amount', priority: 4, phone: 'line', ...moneyCell },
  { key: 'currency', header: 'Currency' },
  { key: 'row_count', header: 'Rows', align: 'end', optional: true },
  { key: 'file_name', header: 'File', ...importLink() },
  { key: 'import_id', header: 'Import no', optional: true, ...importLink() },
  { key: 'created_at', header: 'Imported at', ...instantCell },
  { key: 'status', header: 'Status', optional: true, ...badge(quarantineStatusWords) },
  { key: 'note', header: 'Note', optional: true },
]

/** Why it waits. An unknown product code is mapped on a page of its own (TXN-15). */
function Reason({ transaction: { reason, status, provider } }: { transaction: QuarantineRow }) {
  const { t } = useTranslation()
  const isOffered = useCan()(providerCodes.list) && reason === 'product' && status === 'waiting'
  return (
    <span className="quarantine-card">
      <StatusBadge word={quarantineReasonWords[reason]} />
      {isOffered ? (
        <PageLink to={productCodesPath} search={{ filter: [`provider:${provider}`, 'status:unmapped'] }}>
          {t('Map codes')}
        </PageLink>
      ) : null}
    </span>
  )
}

/** The card number, with a link to add a missing card or open an existing one. */
function TransactionCard({ transaction: { card_number, reason, status } }: { transaction: QuarantineRow }) {
  const { t } = useTranslation()
  const can = useCan()
  const isMissing = reason === 'unknown'
  const isOffered = status === 'waiting' && reason !== 'product' && can(isMissing ? cards.create : cards.list)
  return (
    <span className="quarantine-card">
      {card_number}
      {isOffered ? (
        <PageLink
          {...(isMissing
            ? { to: `${cardsPath}/add-new`, search: { number: card_number } as never }
            : { to: cardsPath as string, search: { filter: [`card_number:${card_number}`] } as never })}
          aria-label={
            isMissing
              ? t('Add card {number}', { number: card_number })
              : t('Open card {number}', { number: card_number })
          }
        >
          {isMissing ? t('Add card') : t('Open card')}
        </PageLink>
      ) : null}
    </span>
  )
}
