import { type ReactNode, Suspense, useState } from 'react'

/**
 * Menus weigh more than the pages they hang on, so their code comes with the first press; the trigger stays in place
 * meanwhile.
 */
export function OnDemand({ trigger, children }: { trigger: (open: () => void) => ReactNode; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false)
  const shown = trigger(() => setWanted(true))
  return isWanted ? <Suspense fallback={shown}>{children}</Suspense> : shown
}
