import { Button } from '@mantine/core'
import { type QuarantineRow, quarantineReasonWords, transactionImports } from '@portal/contract/transaction-imports.ts'
import { IconLockOpen } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { instantText, moneyText } from '../ui/texts.ts'
import { quarantinePath } from './quarantine.routes.tsx'

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
]

/** Stops whose card was unknown, closed or nobody's when they came in. Whoever put the card in order releases them here (TXN-9). */
export function QuarantinePage() {
  const { t } = useTranslation()
  const release = useAction(transactionImports.release)
  const ask = (id: number) => release.mutate({ params: { id } })
  return (
    <ListPage
      title="Quarantine"
      path={quarantinePath}
      endpoint={transactionImports.quarantine}
      columns={columns}
      nameOf={(stop) => stop.authentication_id}
      empty={{ none: 'No stop waits for its card', filtered: 'No Record found' }}
      moreActions={(stop) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLockOpen size={15} aria-hidden />}
          aria-label={t('Release {record}', { record: stop.authentication_id })}
          disabled={release.isPending}
          onClick={() => ask(stop.id)}
        >
          {t('Release')}
        </Button>
      )}
      menuActions={(stop) => [{ label: 'Release', icon: IconLockOpen, onSelect: () => ask(stop.id) }]}
    />
  )
}
