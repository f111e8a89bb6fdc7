import type { ReactNode } from 'react'

/** A panel with its heading. */
export function FactSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="panel form-section" aria-labelledby={`ops-${id}`}>
      <h2 id={`ops-${id}`}>{title}</h2>
      {children}
    </section>
  )
}
