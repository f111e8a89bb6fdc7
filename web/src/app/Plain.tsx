import type { ReactNode } from 'react'
import { BrandMark } from './frame/BrandMark.tsx'

/** The frame of pages without a session. */
export function Plain({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="app-header">
        <a href="/" className="app-home">
          <BrandMark />
        </a>
      </header>
      <main className="app-content" id="content">
        {children}
      </main>
    </>
  )
}
