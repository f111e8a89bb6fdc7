import './panel.css'
import type { ComponentType, ReactNode } from 'react'
import { Heading } from '../Heading.tsx'

type Props = {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  title: string
  /** The page's own heading where the panel is all there is to see. */
  heading?: boolean
  text?: string
  children?: ReactNode
}

/** One calm frame for everything that is not there: no records, no permission, no such page. */
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
