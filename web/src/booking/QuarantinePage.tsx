import './quarantine.css'
import { Button, Group } from '@mantine/core'
import {
  type QuarantineRow,
  quarantineReasonWords,
  quarantineStateWords,
  transactionImports,
} from '@portal/contract/booking/transaction-imports.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { IconArchive, IconArrowBackUp, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { useSelection } from '../list/use-selection.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { instantText, moneyText } from '../ui/words/texts.ts'
import { quarantinePath } from './quarantine.paths.ts'
import { ReleaseSelected } from './ReleaseSelected.tsx'
import { SetAsideDialog } from './SetAsideDialog.tsx'

const columns: Column<QuarantineRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'authentication_id', header: 'Auth code', priority: 1, phone: 'title' },
  {
    key: 'reason',
    header: 'Reason',
    priority: 2,
    phone: 'badge',
    cell: (value) => <StatusBadge word={quarantineReasonWords[value]} />,
  },
  {
    key: 'card_number',
    header: 'Card number',
    priority: 3,
    phone: 'line',
    cell: (_, stop) => <StopCard stop={stop} />,
  },
  { key: 'txn_date', header: 'Time stamp', priority: 5, phone: 'line', cell: (value) => instantText(value) },
  { key: 'provider', header: 'Provider', phone: 'line' },
  {
    key: 'amount',
    header: 'Amount',
    priority: 4,
    align: 'end',
    phone: 'line',
    cell: (value, row, locale) => moneyText(value, locale, row.currency),
  },
  { key: 'currency', header: 'Currency' },
  { key: 'row_count', header: 'Rows', align: 'end', optional: true },
  { key: 'file_name', header: 'File' },
  { key: 'import_id', header: 'Import no', optional: true },
  { key: 'created_at', header: 'Imported at', cell: (value) => instantText(value) },
  {
    key: 'state',
    header: 'State',
    optional: true,
    cell: (value) => <StatusBadge word={quarantineStateWords[value]} />,
  },
  { key: 'note', header: 'Note', optional: true },
]

/**
 * The number, and the way to what is wrong with it: a card that is missing is added, one that is there is looked at.
 */
function StopCard({ stop: { card_number, reason, state } }: { stop: QuarantineRow }) {
  const { t } = useTranslation()
  const can = useCan()
  const isMissing = reason === 'unknown'
  const isOffered = state === 'waiting' && can(isMissing ? cards.create : cards.list)
  return (
    <span className="quarantine-card">
      {card_number}
      {isOffered ? (
        <Link
          {...(isMissing
            ? { to: '/managercards/add-new' as string, search: { number: card_number } as never }
            : { to: '/managercards' as string, search: { filter: [`card_number:${card_number}`] } as never })}
          aria-label={
            isMissing
              ? t('Add card {number}', { number: card_number })
              : t('Open card {number}', { number: card_number })
          }
        >
          {isMissing ? t('Add card') : t('Open card')}
        </Link>
      ) : null}
    </span>
  )
}

type Choice = { label: string; name: string; icon: typeof IconLockOpen; onSelect: () => void }

/**
 * Stops whose card was unknown, closed or nobody's when they came in. Whoever put the card in order releases them here;
 * what will never be booked is set aside (TXN-9).
 */
export function QuarantinePage() {
  const { t } = useTranslation()
  const release = useAction(transactionImports.release)
  const putBack = useAction(transactionImports.putBack)
  const selection = useSelection()
  const [chosen, setChosen] = useState<QuarantineRow | null>(null)
  const choicesOf = (stop: QuarantineRow): Choice[] => {
    const call = { params: { id: stop.id } }
    if (stop.state === 'released') return []
    if (stop.state === 'set_aside')
      return [
        { label: 'Put back', name: 'Put {record} back', icon: IconArrowBackUp, onSelect: () => putBack.mutate(call) },
      ]
    return [
      { label: 'Release', name: 'Release {record}', icon: IconLockOpen, onSelect: () => release.mutate(call) },
      { label: 'Set aside…', name: 'Set {record} aside', icon: IconArchive, onSelect: () => setChosen(stop) },
    ]
  }
  return (
    <>
      <ListPage
        title="Quarantine"
        path={quarantinePath}
        endpoint={transactionImports.quarantine}
        columns={columns}
        nameOf={(stop) => stop.authentication_id}
        empty={{ none: 'No stop waits for its card', filtered: 'No Record found' }}
        selection={selection}
        toolbar={<ReleaseSelected selection={selection} />}
        moreActions={(stop) => (
          <Group gap={8} wrap="nowrap">
            {choicesOf(stop).map(({ label, name, icon: Icon, onSelect }) => (
              <Button
                key={label}
                size="compact-sm"
                variant="default"
                leftSection={<Icon size={15} aria-hidden />}
                aria-label={t(name, { record: stop.authentication_id })}
                disabled={release.isPending || putBack.isPending}
                onClick={onSelect}
              >
                {t(label, { context: 'quarantine' })}
              </Button>
            ))}
          </Group>
        )}
        menuActions={choicesOf}
      />
      <SetAsideDialog stop={chosen} onClose={() => setChosen(null)} />
    </>
  )
}
