import { type CardRow, cards } from '@portal/contract/cards/cards.ts'
import { cardBinLock, cardLock, lockReason } from '@portal/contract/rules/record-locks.ts'
import { day, moneyCell } from '../list/columns/cells.tsx'
import { companyLink, driverLink, unitLink } from '../list/columns/record-links.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { useSelection } from '../list/use-selection.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { quantityText } from '../ui/words/texts.ts'
import { CardsToolbar } from './CardsToolbar.tsx'
import { cardsPath } from './cards.paths.ts'
import { ImportCardsButton } from './ImportCardsButton.tsx'
import { useCardBulk } from './use-card-bulk.tsx'

const statusCell = (_: unknown, row: CardRow) => <StatusBadge word={row.status} />
const withUnit = (value: number | null, row: CardRow, locale: string) => `${quantityText(value, locale)} ${row.uom}`
const columns: Column<CardRow>[] = [
  { key: 'card_number', header: 'Number', priority: 1, phone: 'title' },
  { key: 'company_name', header: 'Company', priority: 2, phone: 'line', ...companyLink() },
  { key: 'company_number', header: 'Company number', optional: true },
  { key: 'users', header: 'Users', optional: true, align: 'end' },
  { key: 'plastic_type', header: 'Plastic type', words: true },
  { key: 'trailer_number', header: 'Trailer' },
  { key: 'card_status', header: 'Status', priority: 3, phone: 'badge', cell: statusCell },
  { key: 'cash_advance_type', header: 'Cash advance', words: true },
  { key: 'refreshing_cash_balance', header: 'Cash balance', priority: 5, phone: 'line', ...moneyCell },
  { key: 'driver_name', header: 'Driver name', priority: 4, phone: 'line', ...driverLink() },
  { key: 'vehicle_assigned_to_card', header: 'Tractor', ...unitLink() },
  { key: 'non_highway_fuel_limit', header: 'Reefer', align: 'end', cell: withUnit },
  { key: 'uom', header: 'UOM' },
  { key: 'card_issue_date', header: 'Issued', optional: true, ...day },
]

export function CardsPage() {
  const selection = useSelection()
  const { ask, rowActions, notice, dialog } = useCardBulk(selection.clear)
  return (
    <ListPage
      title="Manage Cards"
      path={cardsPath}
      endpoint={cards.list}
      columns={columns}
      nameOf={(card) => card.card_number}
      empty={{ none: 'No Manage cards records to show', filtered: 'No Manage cards found.' }}
      get={cards.get}
      update={cards.update}
      remove={cards.remove}
      lockOf={(card) => lockReason(cardLock(card))}
      binLockOf={(card) => lockReason(cardBinLock(card))}
      headActions={<ImportCardsButton />}
      intro={notice}
      add={{ endpoint: cards.create, label: 'Add Card' }}
      selection={selection}
      toolbar={<CardsToolbar selection={selection} onAsk={ask} />}
      rowActions={rowActions}
    >
      {dialog}
    </ListPage>
  )
}
