import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import type { CardUsage } from '@portal/contract/cards/card-usage.ts'
import type { Card, CardStatus } from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import { useCan, useSession } from '../../api/session.ts'
import { sentence } from '../../ui/words/sentence.ts'
import { instantText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** The status, since when and by whom, why, and for a held card who can release it (UX-1). */
export function CardStatusNote({ card, usage: { status, held_by } }: { card: Card; usage: CardUsage }) {
  const { t } = useTranslation()
  // The badge beside the number says the rest.
  if (!status && card.card_status === 'RELEASE') return null
  const word = t(cardStatusWords[card.card_status as CardStatus])
  const since = status
    ? t('{status} since {time}', { status: word, time: instantText(status.since) })
    : t('{status}, start date unknown', { status: word })
  const note = status?.note_message ? sentence(t, status.note_message) : status?.note
  return (
    <>
      <p>
        <strong>{since}</strong>
        {status ? ` · ${status.by ?? t('Automatic rule')}` : ''}
      </p>
      {note ? <p className="record-quote">{note}</p> : null}
      {card.card_status === 'HOLD' ? <ReleaseNote isByRule={held_by.length > 0} /> : null}
    </>
  )
}

function ReleaseNote({ isByRule }: { isByRule: boolean }) {
  const { t } = useTranslation()
  const can = useCan()
  const isCustomer = useSession().company.kind === 'customer'
  const byRule = isCustomer
    ? sentence(t, 'card.held-by-rule')
    : t('A rule holds this card until the account is in good standing. Your staff can release it sooner.')
  const byHand = can(cardBulk.release)
    ? t('You can release it here.')
    : t('A user with permission to change cards can release it.')
  return <p className="record-note">{isByRule ? byRule : byHand}</p>
}
