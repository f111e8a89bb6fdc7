import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import type { CardRow } from '@portal/contract/cards/cards.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useCan, useSession } from '../api/session.ts'
import type { RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { notify } from '../ui/notify.ts'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { type BulkKind, type Chosen, oneCard } from './chosen-cards.tsx'

const AssignDialog = lazily(() => import('./AssignDialog.tsx'), 'AssignDialog')
const LimitsDialog = lazily(() => import('./limits/LimitsDialog.tsx'), 'LimitsDialog')
const StatusDialog = lazily(() => import('./StatusDialog.tsx'), 'StatusDialog')
const HoldWatch = lazily(() => import('../accounts/HoldWatch.tsx'), 'HoldWatch')

/**
 * Assigns, holds, releases and changes cards from the toolbar and the row menu. Warns about cards that a rule holds, which a
 * customer cannot release (CARD-12, CARD-17).
 */
export function useCardBulk(onDone: () => void) {
  const { t } = useTranslation()
  const can = useCan()
  const isCustomer = useSession().company.kind === 'customer'
  const [held, setHeld] = useState<readonly number[]>([])
  const { ask, dialog } = useDialog(({ kind, chosen }: { kind: BulkKind; chosen: Chosen }, frame) =>
    kind === 'assign' ? (
      <AssignDialog chosen={chosen} onDone={onDone} {...frame} />
    ) : kind === 'limits' ? (
      <LimitsDialog chosen={chosen} onDone={onDone} {...frame} />
    ) : (
      <StatusDialog key={kind} to={kind} chosen={chosen} onDone={onDone} {...frame} />
    ),
  )
  const askUnlessHeld = (kind: BulkKind, chosen: Chosen) => {
    const ids = 'cardIds' in chosen.body ? chosen.body.cardIds : []
    const count = kind === 'release' ? ids.filter((id) => held.includes(id)).length : 0
    if (count === 0) return ask({ kind, chosen })
    notify.warning(
      count === 1
        ? t('1 card is on hold by your provider and cannot be released here.')
        : t('{count} cards are on hold by your provider and cannot be released here.', { count }),
    )
  }
  const rowActions = (card: CardRow): RowAction[] => {
    if (card.card_status === 'CLOSED' || !can(cardBulk.hold) || held.includes(card.id)) return []
    return card.card_status === 'HOLD'
      ? [
          {
            label: 'Release',
            icon: IconPlayerPlay,
            look: 'phone',
            onSelect: () => ask({ kind: 'release', chosen: oneCard(card) }),
          },
        ]
      : [
          {
            label: 'Hold',
            icon: IconPlayerPause,
            look: 'phone',
            onSelect: () => ask({ kind: 'hold', chosen: oneCard(card) }),
          },
        ]
  }
  const notice = isCustomer ? (
    <Suspense fallback={null}>
      <HoldWatch onHeld={setHeld} />
    </Suspense>
  ) : null
  return { ask: askUnlessHeld, rowActions, notice, dialog }
}
