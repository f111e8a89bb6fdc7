import './setup.css'
import '../../form/form.css'
import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormHead } from '../../form/FormHead.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { WizardSteps } from '../../ui/wizard/WizardSteps.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { customersPath, setupPath } from '../customers.paths.ts'
import { type SetupStep, setupSteps, setupWords } from './setup.rules.ts'

type Props = {
  step: SetupStep
  /** Undefined until the company is registered. */
  customer?: { id: number; name: string }
  missing?: Record<SetupStep, string | null> | undefined
  children: ReactNode
}

/** The heading and the steps of a set-up. Its steps can be taken in any order once the company is registered. */
export function SetupFrame({ step, customer, missing, children }: Props) {
  const { t } = useTranslation()
  const steps = setupSteps.map((name) => ({
    name: setupWords[name],
    label: missing ? (missing[name] ?? 'Complete') : '',
    isDone: missing !== undefined && missing[name] === null,
    ...(customer ? { to: setupPath(customer.id), search: { step: name } } : {}),
  }))
  return (
    <>
      <FormHead
        title="Set up a customer"
        subject={customer?.name}
        mode="edit"
        list={{ path: customersPath, label: 'Back' }}
        actions={
          customer ? (
            <LinkButton to={`${customersPath}/${customer.id}/view`} icon={IconEye} label="View the customer" />
          ) : null
        }
      />
      <div className="panel wizard">
        <WizardSteps steps={steps} step={setupSteps.indexOf(step)} />
        {/* The registration form has headings of its own. */}
        {customer ? <h2>{t(setupWords[step])}</h2> : null}
        {missing?.[step] ? <p className="wizard-note setup-missing">{t(missing[step])}</p> : null}
        {children}
      </div>
    </>
  )
}
