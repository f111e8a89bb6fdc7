import './panel.css'
import type { ComponentType, ReactNode } from 'react'
import { Heading } from '../Heading.tsx'

type Props = {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  title: string
  /** Makes the title the page's heading, if the panel is the whole page. */
  heading?: boolean
  text?: string
  children?: ReactNode
}

/** One panel for everything that is missing: records, permission or a page. */
export function MessagePanel({ icon: Icon, title, heading = false, text, children }: Props) {
  return (
    <div className="message-panel">
      <Icon size={40} stroke={1.3} aria-hidden />
      {heading ? <Heading>{title}</Heading> : <p className="message-title">{title}</p>}
      {text ? <p className="message-text">{text}</p> : null}
      {children}
    </div>
  )
}
