import { Button, Group } from '@mantine/core'
import { type QuarantineRow, quarantineReasonWords, quarantineStateWords, transactionImports } from '@portal/contract/transaction-imports.ts'
import { IconArchive, IconArrowBackUp, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { instantText, moneyText } from '../ui/texts.ts'
import { quarantinePath } from './quarantine.routes.tsx'
import { SetAsideDialog } from './SetAsideDialog.tsx'

const columns: Column<QuarantineRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'authentication_id', header: 'Auth code', phone: 'title' },
  { key: 'reason', header: 'Reason', phone: 'badge', cell: (value) => <StatusBadge word={quarantineReasonWords[value]} /> },
  { key: 'card_number', header: 'Card number', phone: 'line' },
  { key: 'txn_date', header: 'Time stamp', phone: 'line', cell: (value) => instantText(value) },
  { key: 'provider', header: 'Provider', phone: 'line' },
  { key: 'amount', header: 'Amount', align: 'end', phone: 'line', cell: (value, row, locale) => moneyText(value, locale, row.currency) },
  { key: 'currency', header: 'Currency' },
  { key: 'row_count', header: 'Rows', align: 'end', optional: true },
  { key: 'file_name', header: 'File' },
  { key: 'created_at', header: 'Imported at', cell: (value) => instantText(value) },
  { key: 'state', header: 'State', phone: 'badge', cell: (value) => <StatusBadge word={quarantineStateWords[value]} /> },
  { key: 'note', header: 'Note', optional: true },
]

type Choice = { label: string; name: string; icon: typeof IconLockOpen; onSelect: () => void }

/** Stops whose card was unknown, closed or nobody's when they came in. Whoever put the card in order releases them here; what will never be booked is set aside (TXN-9). */
export function QuarantinePage() {
  const { t } = useTranslation()
  const release = useAction(transactionImports.release)
  const putBack = useAction(transactionImports.putBack)
  const [chosen, setChosen] = useState<QuarantineRow | null>(null)
  const choicesOf = (stop: QuarantineRow): Choice[] => {
    const call = { params: { id: stop.id } }
    if (stop.state === 'released') return []
    if (stop.state === 'set_aside')
      return [{ label: 'Put back', name: 'Put {record} back', icon: IconArrowBackUp, onSelect: () => putBack.mutate(call) }]
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
