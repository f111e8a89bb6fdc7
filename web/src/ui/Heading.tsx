import { type ReactNode, useEffect } from 'react'
import { brand, welcomeText } from './brand.ts'
import { useTranslation } from './words/translation.ts'

type Props = { children: ReactNode } & (
  | { children: string; title?: string | undefined }
  /** The tab's title if it is not the heading, such as a record's number. */
  | { title: string }
)

/** The heading of a screen and the title of its tab (BRAND-6). */
export function Heading({ children, title }: Props) {
  const { t } = useTranslation()
  const name = title ?? String(children)
  const welcome = welcomeText(t)
  useEffect(() => {
    document.title = name === welcome ? name : `${name} · ${brand.name}`
    return () => {
      document.title = welcome
    }
  }, [name, welcome])
  return <h1>{children}</h1>
}
