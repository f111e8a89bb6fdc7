import './sign-in.css'
import type { ReactNode } from 'react'
import { Heading } from '../ui/Heading.tsx'
import { ForecourtArt } from './ForecourtArt.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'

type Props = { heading: string; brandMark: ReactNode; isWide?: true; children: ReactNode }

/** The frame of pages without a session: the brand, one heading, one form. */
export function SignInFrame({ heading, brandMark, isWide, children }: Props) {
  return (
    <div className="sign-in">
      <main className="sign-in-side" id="content">
        <LanguageSwitch />
        <div className="sign-in-box" data-wide={isWide}>
          {brandMark}
          <Heading>{heading}</Heading>
          {children}
        </div>
      </main>
      <ForecourtArt />
    </div>
  )
}
