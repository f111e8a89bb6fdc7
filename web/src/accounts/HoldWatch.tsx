import { useEffect } from 'react'
import { HoldNotice } from './HoldNotice.tsx'
import { useCardHolds } from './use-card-holds.ts'

/**
 * The notice, and to the list that shows it which cards it is about; fetched apart, since most people's cards nobody
 * holds.
 */
export function HoldWatch({ onHeld }: { onHeld: (ids: readonly number[]) => void }) {
  const holds = useCardHolds()
  const { card_ids } = holds
  useEffect(() => onHeld(card_ids), [onHeld, card_ids])
  return <HoldNotice holds={holds} />
}
