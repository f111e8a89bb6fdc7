import { type ReactNode, useEffect } from 'react'
import { brand } from './brand.ts'

type Props = { children: ReactNode } & (
  | { children: string; title?: string | undefined }
  /** The tab's title if it is not the heading, such as a record's number. */
  | { title: string }
)

/** The heading of a screen and the title of its tab (BRAND-6). */
export function Heading({ children, title }: Props) {
  const name = title ?? String(children)
  useEffect(() => {
    document.title = name === brand.welcome ? name : `${name} · ${brand.name}`
    return () => {
      document.title = brand.welcome
    }
  }, [name])
  return <h1>{children}</h1>
}
