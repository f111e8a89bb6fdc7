import './security.css'
import '../form/form.css'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { title: string; about: string; actions?: ReactNode; children?: ReactNode }

/** One part of the security page: what it is, what it is now, and what can be done. */
export function SecuritySection({ title, about, actions, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="panel form-section security-section" aria-labelledby={id}>
      <div className="security-head">
        <div>
          <h2 id={id}>{t(title)}</h2>
          <p>{t(about)}</p>
        </div>
        {actions ? <div className="security-actions">{actions}</div> : null}
      </div>
      {children}
    </section>
  )
}
