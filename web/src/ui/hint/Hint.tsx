import './hint.css'
import type { ReactNode } from 'react'

/** Shows a text beside what the pointer or the keyboard's focus is on. Without a text, only the children. */
export const Hint = ({ text, children }: { text: string | null; children: ReactNode }) =>
  text === null ? (
    children
  ) : (
    <span className="hint-place">
      {children}
      <span role="tooltip" className="hint">
        {text}
      </span>
    </span>
  )
