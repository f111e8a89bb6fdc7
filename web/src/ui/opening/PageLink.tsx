import { Link } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { MayOpen } from './may-open.ts'

type Props = {
  /** Null without a page to open. */
  to: string | null
  search?: object | undefined
  className?: string | undefined
  title?: string | undefined
  target?: '_blank'
  onClick?: () => void
  children: ReactNode
}

/** A link for users who can open the page, otherwise its text (UX-9). */
export function PageLink({ to, search, children, ...rest }: Props) {
  const mayOpen = use(MayOpen)
  if (to !== null && mayOpen(to))
    return (
      <Link to={to} {...(search ? { search: search as never } : {})} {...rest}>
        {children}
      </Link>
    )
  const { className, title } = rest
  return className ? (
    <span className={className} title={title}>
      {children}
    </span>
  ) : (
    children
  )
}
