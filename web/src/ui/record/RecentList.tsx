import './recent-list.css'
import { type ReactNode, useId } from 'react'

type RecentRow = { key: number | string; name: ReactNode; amount?: ReactNode; note: ReactNode }
type Props = {
  title: string
  rows: readonly RecentRow[]
  /** What to say if there are none. */
  none: string
  /** Below the rows, such as the way to all of them. */
  children?: ReactNode
}

/** The last records of another kind, in the aside of a record's head. */
export function RecentList({ title, rows, none, children }: Props) {
  const id = useId()
  return (
    <section className="recent-section" aria-labelledby={id}>
      {/* No heading: the sections below are the page's headings (CARD-5). */}
      <p id={id} className="record-aside-title">
        {title}
      </p>
      <div className="recent">
        {rows.length === 0 ? <p className="recent-note">{none}</p> : null}
        {rows.length > 0 ? (
          <ul>
            {rows.map(({ key, name, amount, note }) => (
              <li key={key}>
                <span>{name}</span>
                <span className="recent-amount">{amount}</span>
                <span className="recent-place">{note}</span>
              </li>
            ))}
          </ul>
        ) : null}
        {children}
      </div>
    </section>
  )
}
