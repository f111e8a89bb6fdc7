import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { type CardRow, cards } from '@portal/contract/cards/cards.ts'
import { cardBinLock, cardLock, lockReason } from '@portal/contract/rules/record-locks.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column, MenuAction } from '../list/list-types.ts'
import { useSelection } from '../list/use-selection.ts'
import { notify } from '../ui/notify.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dateText, moneyText, quantityText } from '../ui/words/texts.ts'
import { type Asked, BulkDialogs } from './BulkDialogs.tsx'
import { CardsToolbar } from './CardsToolbar.tsx'
import { cardsPath } from './cards.paths.ts'
import type { BulkKind, Chosen } from './chosen-cards.ts'
import { ImportCardsButton } from './ImportCardsButton.tsx'

const HoldWatch = lazy(() => import('../accounts/HoldWatch.tsx').then((module) => ({ default: module.HoldWatch })))

const columns: Column<CardRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'card_number', header: 'Number', priority: 1, phone: 'title' },
  { key: 'company_name', header: 'Company', priority: 2, phone: 'line' },
  { key: 'company_number', header: 'Company number', optional: true },
  { key: 'users', header: 'Users', optional: true, align: 'end' },
  { key: 'plastic_type', header: 'Plastic type', words: true },
  { key: 'trailer_number', header: 'Trailer' },
  {
    key: 'card_status',
    header: 'Status',
    priority: 3,
    phone: 'badge',
    cell: (_, row) => <StatusBadge word={row.status} />,
  },
  { key: 'cash_advance_type', header: 'Cash advance', words: true },
  {
    key: 'refreshing_cash_balance',
    header: 'Cash balance',
    priority: 5,
    align: 'end',
    phone: 'line',
    cell: (value, row, locale) => moneyText(value, locale, row.currency),
  },
  { key: 'driver_name', header: 'Driver name', priority: 4, phone: 'line' },
  { key: 'vehicle_assigned_to_card', header: 'Tractor' },
  {
    key: 'non_highway_fuel_limit',
    header: 'Reefer',
    align: 'end',
    cell: (value, row, locale) => `${quantityText(value, locale)} ${row.uom}`,
  },
  { key: 'uom', header: 'UOM' },
  { key: 'card_issue_date', header: 'Issued', optional: true, cell: (value) => dateText(value) },
]

export function CardsPage() {
  const { t } = useTranslation()
  const can = useCan()
  const selection = useSelection()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isCustomer = useSession().company.kind === 'customer'
  const [held, setHeld] = useState<readonly number[]>([])
  const ask = (kind: BulkKind, chosen: Chosen) => {
    const ids = 'cardIds' in chosen.body ? chosen.body.cardIds : []
    const kept = kind === 'release' ? ids.filter((id) => held.includes(id)).length : 0
    if (kept > 0)
      return notify.warning(
        t('Held by a rule of your fuel provider, so they cannot be released here: {count}.', { count: kept }),
      )
    setAsked({ kind, chosen })
    setOpen(true)
  }
  const menuActions = ({ id, card_number, card_status }: CardRow): MenuAction[] => {
    const chosen = { body: { cardIds: [id] }, count: 1, number: card_number }
    if (card_status === 'CLOSED' || !can(cardBulk.hold) || held.includes(id)) return []
    return card_status === 'HOLD'
      ? [{ label: 'Release', icon: IconPlayerPlay, onSelect: () => ask('release', chosen) }]
      : [{ label: 'Hold', icon: IconPlayerPause, onSelect: () => ask('hold', chosen) }]
  }
  return (
    <>
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
        intro={
          isCustomer ? (
            <Suspense fallback={null}>
              <HoldWatch onHeld={setHeld} />
            </Suspense>
          ) : null
        }
        add={{ endpoint: cards.create, label: 'Add Card' }}
        selection={selection}
        toolbar={<CardsToolbar selection={selection} onAsk={ask} />}
        menuActions={menuActions}
      />
      <BulkDialogs asked={asked} isOpen={isOpen} onClose={() => setOpen(false)} onDone={selection.clear} />
    </>
  )
}
