import type { ReactNode } from 'react'
import { nothing } from './words/texts.ts'

/** A name and its value; what is not there is a dash, like everywhere. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children === null || children === undefined || children === '' ? nothing : children}</dd>
    </div>
  )
}
