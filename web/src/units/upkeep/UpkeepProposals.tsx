import { Button } from '@mantine/core'
import { type ServiceProposal, serviceKindName, services } from '@portal/contract/units/upkeep.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { RecordLink } from '../../links/RecordLink.tsx'
import { localTimeText, moneyText, nothing } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

type Props = { query: { company_id?: number; unit_id?: number } }
/** Purchases of oil and shop merchandise that may be a service, until a person decides (CARE-2). */
export function UpkeepProposals({ query }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: queryKeyOf(services.proposed, query),
    queryFn: ({ signal }) => call(services.proposed, { query }, { signal }),
  })
  if (!data || data.proposals.length === 0) return null
  return (
    <section className="panel form-section" aria-labelledby="services-proposed">
      <h2 id="services-proposed">{t('Proposed from purchases')}</h2>
      <p className="record-note">{t('These purchases may be a service. Accept them, or dismiss them.')}</p>
      <table className="record-table" aria-labelledby="services-proposed">
        <thead>
          <tr>
            {['Unit number', 'Service', 'Purchase', 'Time stamp', 'Location'].map((header) => (
              <th key={header} scope="col">
                {t(header)}
              </th>
            ))}
            <th scope="col" data-align="end">
              {t('Amount')}
            </th>
            <th scope="col">{t('Actions')}</th>
          </tr>
        </thead>
        <tbody>
          {data.proposals.map((proposal) => (
            <ProposalRow key={proposal.transaction_id} proposal={proposal} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ProposalRow({ proposal }: { proposal: ServiceProposal }) {
  const { t, language } = useTranslation()
  const { transaction_id, unit_id, unit_number, kind, authentication_id, description } = proposal
  return (
    <tr>
      <td data-label={t('Unit number')}>
        <RecordLink kind="unit" id={unit_id}>
          {unit_number}
        </RecordLink>
      </td>
      <td data-label={t('Service')}>
        <span>
          {t(serviceKindName(kind))}
          {description ? <span className="unit-note">{description}</span> : null}
        </span>
      </td>
      <td data-label={t('Purchase')}>
        <RecordLink kind="transaction" id={transaction_id}>
          {authentication_id}
        </RecordLink>
      </td>
      <td data-label={t('Time stamp')}>{localTimeText(proposal.txn_date)}</td>
      <td data-label={t('Location')}>{proposal.location ?? nothing}</td>
      <td data-label={t('Amount')} data-align="end">
        {moneyText(proposal.amount, language, proposal.currency)}
      </td>
      <td>
        <Decide proposal={proposal} />
      </td>
    </tr>
  )
}

function Decide({ proposal: { transaction_id, authentication_id } }: { proposal: ServiceProposal }) {
  const { t } = useTranslation()
  const can = useCan()
  const accept = useAction(services.accept, { keepPlace: true })
  const dismiss = useAction(services.dismiss, { keepPlace: true })
  const params = { id: transaction_id }
  if (!can(services.accept)) return nothing
  const isBusy = accept.isPending || dismiss.isPending
  return (
    <span className="unit-decide">
      <Button
        variant="default"
        size="compact-sm"
        disabled={isBusy}
        aria-label={t('Accept {purchase} as a service', { purchase: authentication_id })}
        onClick={() => accept.mutate({ params, body: {} })}
      >
        {t('Accept')}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={isBusy}
        aria-label={`${t('Not a service')}: ${authentication_id}`}
        onClick={() => dismiss.mutate({ params })}
      >
        {t('Not a service')}
      </Button>
    </span>
  )
}
