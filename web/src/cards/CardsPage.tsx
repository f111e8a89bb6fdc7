import { type CardRow, cards } from '@portal/contract/cards.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dateText, moneyText, quantityText } from '../ui/texts.ts'
import { cardsPath } from './cards.routes.tsx'
import { ImportCardsButton } from './ImportCardsButton.tsx'

const columns: Column<CardRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'card_number', header: 'Number', phone: 'title' },
  { key: 'company_name', header: 'Company', phone: 'line' },
  { key: 'company_number', header: 'Company number', optional: true },
  { key: 'plastic_type', header: 'Plastic type', words: true },
  { key: 'trailer_number', header: 'Trailer' },
  { key: 'card_status', header: 'Status', phone: 'badge', cell: (_, row) => <StatusBadge word={row.status} /> },
  { key: 'cash_advance_type', header: 'Cash advance', words: true },
  { key: 'refreshing_cash_balance', header: 'Cash balance', align: 'end', phone: 'line', cell: (value, _, locale) => moneyText(value, locale) },
  { key: 'driver_name', header: 'Driver name', phone: 'line' },
  { key: 'vehicle_assigned_to_card', header: 'Tractor' },
  { key: 'non_highway_fuel_limit', header: 'Reefer', align: 'end', cell: (value, _, locale) => quantityText(value, locale) },
  { key: 'uom', header: 'UOM' },
  { key: 'card_issue_date', header: 'Issued', optional: true, cell: (value) => dateText(value) },
]

export function CardsPage() {
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
      headActions={<ImportCardsButton />}
      add={{ endpoint: cards.create, label: 'Add Card' }}
    />
  )
}
