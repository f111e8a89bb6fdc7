import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import type { Customer } from '@portal/contract/customers/customers.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan, useSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { useOverview } from '../use-overview.ts'
import { StepPlain } from './StepPlain.tsx'
import { useRefreshed } from './use-refreshed.ts'

type Props = { customer: Customer; ways: ReactNode }

/** The customer's cards, and the provider's own that can be assigned to it. */
export function CardsStep({ customer, ways }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const { data } = useOverview(customer.id)
  const count = data?.cards.reduce((sum, group) => sum + group.count, 0) ?? 0
  if (!can(cardMoves.assign)) return <StepPlain ways={ways} isRefused />
  return (
    <>
      {count > 0 ? (
        <p className="setup-line">
          <PageLink to={cardsPath} search={{ filter: [`company_name:${customer.name}`] }}>
            {count === 1 ? t('1 card of this customer') : t('{count} cards of this customer', { count })}
          </PageLink>
        </p>
      ) : null}
      <Unassigned customer={customer} ways={ways} />
    </>
  )
}

const shown = 20

function Unassigned({ customer, ways }: Props) {
  const { t } = useTranslation()
  const { company } = useSession()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const refresh = useRefreshed()
  const assign = useAction(cardMoves.assign)
  const query = { filter: [`company_name:${company.name}`], size: shown, sort: 'card_number,asc' }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(cards.list, query),
    queryFn: ({ signal }) => call(cards.list, { query }, { signal }),
  })
  const submit = async () => {
    await assign.mutateAsync({ body: { cardIds: [...chosen], customerCompanyId: customer.id } })
    setChosen([])
    await refresh()
  }
  return (
    <>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data || error ? null : <Skeleton height={64} />}
      {data?.cards.length === 0 ? <p className="wizard-note">{t('There are no unassigned cards.')}</p> : null}
      {data && data.cards.length > 0 ? (
        <Checkbox.Group
          label={t('Unassigned cards')}
          value={chosen.map(String)}
          onChange={(ids) => setChosen(ids.map(Number))}
        >
          <div className="setup-cards">
            {data.cards.map(({ id, card_number }) => (
              <Checkbox key={id} value={String(id)} label={card_number} />
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
      {data && data.metadata.total_count > shown ? (
        <p className="setup-line">
          <PageLink to={cardsPath} search={{ filter: query.filter }}>
            {t('All {count} unassigned cards', { count: data.metadata.total_count })}
          </PageLink>
        </p>
      ) : null}
      <div className="wizard-bar setup-bar">
        {ways}
        <LinkButton
          to={`${cardsPath}/add-new`}
          search={{ company: customer.id, company_name: customer.name }}
          icon={IconPlus}
          label="New card from a template"
        />
        <Button disabled={chosen.length === 0} loading={assign.isPending} onClick={() => void submit().catch(() => {})}>
          {t('Assign the cards')}
        </Button>
      </div>
    </>
  )
}
