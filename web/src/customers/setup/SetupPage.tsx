import { Skeleton } from '@mantine/core'
import { type Customer, customers } from '@portal/contract/customers/customers.ts'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberListAddress } from '../../api/list-address.ts'
import { RecordLoader } from '../../form/RecordLoader.tsx'
import { setupPath } from '../customers.paths.ts'
import { useOverview } from '../use-overview.ts'
import { CardsStep } from './CardsStep.tsx'
import { MarkupsStep } from './MarkupsStep.tsx'
import { NewSetup } from './NewSetup.tsx'
import { RecordStep } from './RecordStep.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import { isSetupStep, missingOf, openStep, type SetupStep, setupSteps } from './setup.rules.ts'
import { UsersStep } from './UsersStep.tsx'
import { Ways } from './Ways.tsx'

/** A customer is set up step by step. Every step writes at once, so it can be left and taken up again (UX-10). */
export function SetupPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  if (id === undefined) return <NewSetup />
  return (
    <RecordLoader endpoint={customers.get} id={id} failed="Error fetching customer data. Please refresh your browser.">
      {(customer, reread) => <Setup customer={customer} reread={reread} />}
    </RecordLoader>
  )
}

type Props = { customer: Customer; reread: () => Promise<Customer> }
function Setup({ customer, reread }: Props) {
  const { step: asked } = useSearch({ strict: false }) as { step?: unknown }
  const { data: overview } = useOverview(customer.id)
  const missing = overview && missingOf({ customer, overview })
  // A card added from here leads back to this step.
  useEffect(() => {
    if (isSetupStep(asked)) rememberListAddress(setupPath(customer.id), `?step=${asked}`)
  }, [customer.id, asked])
  if (isSetupStep(asked))
    return (
      <SetupFrame step={asked} customer={customer} missing={missing}>
        <Step key={asked} step={asked} customer={customer} reread={reread} />
      </SetupFrame>
    )
  // The address names the step from here on: what is missing changes with every save.
  return missing ? (
    <Navigate to={setupPath(customer.id)} search={{ step: openStep(missing) } as never} replace />
  ) : (
    <SetupFrame step="company" customer={customer}>
      <Skeleton height={200} />
    </SetupFrame>
  )
}

function Step({ step, customer, reread }: Props & { step: SetupStep }) {
  const navigate = useNavigate()
  const next = setupSteps[setupSteps.indexOf(step) + 1]
  const ways = <Ways id={customer.id} step={step} />
  if (step === 'markups') return <MarkupsStep customer={customer} ways={ways} />
  if (step === 'cards') return <CardsStep customer={customer} ways={ways} />
  if (step === 'users') return <UsersStep customer={customer} ways={ways} />
  return (
    <RecordStep
      step={step}
      customer={customer}
      reread={reread}
      ways={ways}
      onSaved={() => navigate({ to: setupPath(customer.id), search: { step: next } as never })}
    />
  )
}
