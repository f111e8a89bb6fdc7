import { Skeleton } from '@mantine/core'
import { type CardUsage, cardUsage } from '@portal/contract/cards/card-usage.ts'
import type { Card } from '@portal/contract/cards/cards.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { RecordLink } from '../../links/RecordLink.tsx'
import { Fact } from '../../ui/record/Fact.tsx'
import { Meter } from '../../ui/record/Meter.tsx'
import { RecordHead } from '../../ui/record/RecordHead.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { moneyText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { CardStatusNote } from './CardStatusNote.tsx'
import { RecentTransactions } from './RecentTransactions.tsx'
import { useNames, useText } from './usage-words.ts'

/** What one opens a card for: may it be used, by whom, and how much is left (UX-1). */
export function CardHead({ card }: { card: Card }) {
  const params = { id: card.id }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(cardUsage.usage, params),
    queryFn: ({ signal }) => call(cardUsage.usage, { params }, { signal }),
  })
  return (
    <RecordHead
      label="Card at a glance"
      status={data ? <CardStatusNote card={card} usage={data} /> : error ? null : <Skeleton height={20} width={280} />}
      facts={<CardFacts card={card} unitId={data?.unit_id} />}
      aside={<RecentTransactions cardNumber={card.card_number} />}
    >
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data ? <Uses usage={data} /> : error ? null : <Skeleton height={84} />}
    </RecordHead>
  )
}

function CardFacts({ card, unitId }: { card: Card; unitId: number | null | undefined }) {
  const { t, language } = useTranslation()
  const money = (value: number) => moneyText(value, language, card.currency)
  return (
    <>
      <Fact name={t('Driver')}>
        <RecordLink kind="driver" id={card.driver_name || null}>
          {card.driver_name}
        </RecordLink>
      </Fact>
      <Fact name={t('Unit', { context: 'vehicle' })}>
        <RecordLink kind="unit" id={unitId}>
          {card.vehicle_assigned_to_card}
        </RecordLink>
      </Fact>
      <Fact name={t('Company')}>
        <RecordLink kind="company" id={card.company}>
          {card.company_name}
        </RecordLink>
      </Fact>
      <Fact name={t('Cash balance')}>{money(card.refreshing_cash_balance)}</Fact>
      {card.dash_cash_balance === 0 ? null : <Fact name={t('Dash Cash Balance')}>{money(card.dash_cash_balance)}</Fact>}
      {card.debit_dollar_balance === 0 ? null : (
        <Fact name={t('Debit Dollar Balance')}>{money(card.debit_dollar_balance)}</Fact>
      )}
      {card.paycheck_balance === 0 ? null : <Fact name={t('Pay Check Balance')}>{money(card.paycheck_balance)}</Fact>}
    </>
  )
}

function Uses({ usage }: { usage: CardUsage }) {
  const { t, language } = useTranslation()
  const names = useNames()
  const text = useText()
  const others = usage.other_today.map(({ amount, currency }) => moneyText(amount, language, currency))
  return (
    <>
      <div className="meters">
        {usage.uses.map((use) => (
          <Meter key={use.limit} name={names[use.limit]} used={use.used} of={use.of} text={text(use)} />
        ))}
      </div>
      {others.length > 0 ? (
        <p className="record-note">{t('Also bought today: {amounts}', { amounts: others.join(', ') })}</p>
      ) : null}
    </>
  )
}
