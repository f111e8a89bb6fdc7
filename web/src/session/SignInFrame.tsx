import './sign-in.css'
import type { ReactNode } from 'react'

/** The frame of everything that is done without a session: the brand, one heading, one form. */
export function SignInFrame({ heading, brandMark, children }: { heading: string; brandMark: ReactNode; children: ReactNode }) {
  return (
    <div className="sign-in">
      <main className="sign-in-side" id="content">
        <div className="sign-in-box">
          {brandMark}
          <h1>{heading}</h1>
          {children}
        </div>
      </main>
      <div className="sign-in-art" aria-hidden />
    </div>
  )
}
