import type { ReactNode } from 'react'
import { Fact } from './Fact.tsx'

type Props = { name: string; value: string | number | null | undefined; children?: ReactNode }

/** A fact that is left out if it has no value. `children` draw the value, such as a link. */
export const FoldedFact = ({ name, value, children = value }: Props) =>
  value === null || value === undefined || value === '' ? null : <Fact name={name}>{children}</Fact>
