import { Button } from '@mantine/core'
import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { cardHistory } from '@portal/contract/cards/card-history.ts'
import { type Card, cardStatusesFrom, cards } from '@portal/contract/cards/cards.ts'
import { IconCircleX, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCardHolds } from '../accounts/use-card-holds.ts'
import { featureKeyOf } from '../api/query-keys.ts'
import { useCan, useSession } from '../api/session.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { oneCard } from './chosen-cards.tsx'

const StatusDialog = lazily(() => import('./StatusDialog.tsx'), 'StatusDialog')
const CloseDialog = lazily(() => import('./CloseDialog.tsx'), 'CloseDialog')

/**
 * Hold, release and close on the card's page, with permission. A customer cannot release a card that a rule holds
 * (CARD-9, CARD-17).
 */
export function CardActions({ card }: { card: Card }) {
  const { t } = useTranslation()
  const can = useCan()
  const { company } = useSession()
  const holds = useCardHolds()
  const queries = useQueryClient()
  const status = useDialog((kind: 'hold' | 'release', frame) => (
    <StatusDialog
      key={kind}
      to={kind}
      chosen={oneCard(card)}
      onDone={() => queries.invalidateQueries({ queryKey: featureKeyOf(cardHistory.list) })}
      {...frame}
    />
  ))
  const closing = useDialog<void>((_, frame) => <CloseDialog card={card} {...frame} />)
  const isHeld = card.card_status === 'HOLD'
  const isClosed = card.card_status === 'CLOSED'
  const mayClose = !isClosed && can(cards.update) && cardStatusesFrom(card.card_status, company.kind).includes('CLOSED')
  const mayTurn = !isClosed && can(cardBulk.hold) && !(isHeld && holds.card_ids.includes(card.id))
  return (
    <>
      {mayTurn ? (
        <Button
          variant="default"
          leftSection={isHeld ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          onClick={() => status.ask(isHeld ? 'release' : 'hold')}
        >
          {t(isHeld ? 'Release' : 'Hold')}
        </Button>
      ) : null}
      {mayClose ? (
        <Button variant="default" leftSection={<IconCircleX size={16} aria-hidden />} onClick={() => closing.ask()}>
          {t('Close card')}
        </Button>
      ) : null}
      {status.dialog}
      {closing.dialog}
    </>
  )
}
