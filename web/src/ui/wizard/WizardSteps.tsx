import './wizard.css'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../words/translation.ts'

/** `to` makes a step a link, in a wizard whose steps can be taken in any order. */
export type WizardStep = { name: string; label: string; isDone: boolean; to?: string; search?: object }

/** The steps of a wizard: done, current and next (USER-3, UX-10). */
export function WizardSteps({ steps, step }: { steps: readonly WizardStep[]; step: number }) {
  const { t } = useTranslation()
  return (
    <ol className="wizard-steps" aria-label={t('Steps')}>
      {steps.map((one, at) => (
        <li key={one.name} data-done={one.isDone || undefined} {...(at === step ? { 'aria-current': 'step' } : {})}>
          {one.to && at !== step ? (
            <Link className="wizard-step" to={one.to} search={one.search as never}>
              <StepText step={one} number={at + 1} />
            </Link>
          ) : (
            <span className="wizard-step">
              <StepText step={one} number={at + 1} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

function StepText({ step: { name, label, isDone }, number }: { step: WizardStep; number: number }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="wizard-number" aria-hidden>
        {isDone ? <IconCheck size={18} stroke={2.5} /> : number}
      </span>
      <span>
        <span className="wizard-name">{t(name)}</span>
        <span className="wizard-label">{t(label)}</span>
        {isDone ? <span className="sr-only">{t('done')}</span> : null}
      </span>
    </>
  )
}
