import { type ReactNode, useEffect } from 'react'
import { brand } from './brand.ts'

type Props = { children: ReactNode } & (
  | { children: string; title?: string | undefined }
  /** What the browser's tab says where that is not the heading itself, such as a record's number. */
  | { title: string }
)

/** The heading of a screen, and with it the title of its tab (BRAND-6). */
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
