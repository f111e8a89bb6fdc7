import { Button } from '@mantine/core'
import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { cardHistory } from '@portal/contract/cards/card-history.ts'
import { type Card, cardStatusesFrom, cards } from '@portal/contract/cards/cards.ts'
import { IconCircleX, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCardHolds } from '../accounts/use-card-holds.ts'
import { featureKeyOf } from '../api/query-keys.ts'
import { useCan, useSession } from '../api/session.ts'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import type { Chosen } from './chosen-cards.ts'

const StatusDialog = lazy(() => import('./StatusDialog.tsx').then((module) => ({ default: module.StatusDialog })))
const CloseDialog = lazy(() => import('./CloseDialog.tsx').then((module) => ({ default: module.CloseDialog })))

/**
 * Hold, release and close from the card's own page, for whoever may; what a rule holds is not let go by its holder
 * (CARD-9, CARD-17).
 */
export function CardActions({ card }: { card: Card }) {
  const { t } = useTranslation()
  const can = useCan()
  const { company } = useSession()
  const holds = useCardHolds()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<{ kind: 'hold' | 'release'; chosen: Chosen } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const isHeld = card.card_status === 'HOLD'
  const isClosed = card.card_status === 'CLOSED'
  const mayClose = !isClosed && can(cards.update) && cardStatusesFrom(card.card_status, company.kind).includes('CLOSED')
  const mayTurn = !isClosed && can(cardBulk.hold) && !(isHeld && holds.card_ids.includes(card.id))
  const ask = () => {
    setAsked({
      kind: isHeld ? 'release' : 'hold',
      chosen: { body: { cardIds: [card.id] }, count: 1, number: card.card_number },
    })
    setAsking(true)
  }
  return (
    <>
      {mayTurn ? (
        <Button
          variant="default"
          leftSection={isHeld ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          onClick={ask}
        >
          {t(isHeld ? 'Release' : 'Hold')}
        </Button>
      ) : null}
      {mayClose ? (
        <Button variant="default" leftSection={<IconCircleX size={16} aria-hidden />} onClick={() => setClosing(true)}>
          {t('Close card')}
        </Button>
      ) : null}
      {asked ? (
        <WhenFirst asked>
          <StatusDialog
            key={asked.kind}
            to={asked.kind}
            opened={isAsking}
            chosen={asked.chosen}
            onClose={() => setAsking(false)}
            onDone={() => queries.invalidateQueries({ queryKey: featureKeyOf(cardHistory.list) })}
          />
        </WhenFirst>
      ) : null}
      <WhenFirst asked={isClosing}>
        <CloseDialog card={card} opened={isClosing} onClose={() => setClosing(false)} />
      </WhenFirst>
    </>
  )
}
