import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { wizardSteps } from './user-form.ts'

/** The steps of the wizard: done, current and next (USER-3). */
export function WizardSteps({ step }: { step: number }) {
  const { t } = useTranslation()
  return (
    <ol className="wizard-steps" aria-label={t('Steps')}>
      {wizardSteps.map(({ name, label }, at) => (
        <li key={name} data-done={at < step || undefined} {...(at === step ? { 'aria-current': 'step' } : {})}>
          <span className="wizard-number" aria-hidden>
            {at < step ? <IconCheck size={18} stroke={2.5} /> : at + 1}
          </span>
          <span>
            <span className="wizard-name">{t(name)}</span>
            <span className="wizard-label">{t(label)}</span>
            {at < step ? <span className="sr-only">{t('done')}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
