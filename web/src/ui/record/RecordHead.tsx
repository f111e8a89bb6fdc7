import './record.css'
import './record-head.css'
import type { ReactNode } from 'react'
import { useTranslation } from '../words/translation.ts'

type Props = {
  /** The name of the region, for example `Card at a glance`. */
  label: string
  /** One or two sentences: the status, and why. */
  status?: ReactNode
  /** `Fact` elements: who, what, how much. Only what is asked most often. */
  facts: ReactNode
  /** Beside the facts on a wide screen and below them on a phone, such as the last records. */
  aside?: ReactNode
  /** Below the facts, such as meters. */
  children?: ReactNode
}

/**
 * The head of a record's page, under its heading: what most people came to know, before the sections (UX-1). See
 * docs/record-pages.md.
 */
export function RecordHead({ label, status, facts, aside, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className="panel record-head" aria-label={t(label)}>
      <div className="record-head-main">
        {status ? <div className="record-status">{status}</div> : null}
        <dl className="record-facts">{facts}</dl>
        {children}
      </div>
      {aside ? <div className="record-head-aside">{aside}</div> : null}
    </section>
  )
}
