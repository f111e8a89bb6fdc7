import { type ReactNode, Suspense, useState } from 'react'

/** Mounts a dialog when it is first asked for and keeps it, so that closing it can give the focus back. */
export function WhenFirst({ asked, children }: { asked: boolean; children: ReactNode }) {
  const [hasBeen, setHasBeen] = useState(asked)
  if (asked && !hasBeen) setHasBeen(true)
  return hasBeen ? <Suspense fallback={null}>{children}</Suspense> : null
}
