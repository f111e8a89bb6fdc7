import { useEffect } from 'react'
import { HoldNotice } from './HoldNotice.tsx'
import { useCardHolds } from './use-card-holds.ts'

/**
 * Shows the notice and passes the held card ids to the list. Loaded separately because most customers have no held
 * cards.
 */
export function HoldWatch({ onHeld }: { onHeld: (ids: readonly number[]) => void }) {
  const holds = useCardHolds()
  const { card_ids } = holds
  useEffect(() => onHeld(card_ids), [onHeld, card_ids])
  return <HoldNotice holds={holds} />
}
