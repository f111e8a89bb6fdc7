import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/words/translation.ts'

/** The bar of a step without a form of its own, or that the user may not take. */
export function StepPlain({ ways, isRefused = false }: { ways: ReactNode; isRefused?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {isRefused ? <p className="wizard-note">{t('You do not have permission for this step.')}</p> : null}
      <div className="wizard-bar setup-bar">{ways}</div>
    </>
  )
}
