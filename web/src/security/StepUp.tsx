import { lazy, Suspense, useEffect, useState } from 'react'
import { onFactorNeeded } from '../api/call.ts'

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx').then((loaded) => ({ default: loaded.StepUpDialog })))

/** Asks for the second factor wherever a call needs it again, once for all calls that wait for it (SEC-1). */
export function StepUp() {
  const [asked, setAsked] = useState<PromiseWithResolvers<boolean> | null>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    let waiting: PromiseWithResolvers<boolean> | null = null
    onFactorNeeded(() => {
      if (!waiting) {
        const next = Promise.withResolvers<boolean>()
        waiting = next
        void next.promise.then(() => {
          waiting = null
        })
        setAsked(next)
        setOpened(true)
      }
      return waiting.promise
    })
  }, [])
  const settle = (isProved: boolean) => {
    setOpened(false)
    asked?.resolve(isProved)
  }
  return asked ? (
    <Suspense fallback={null}>
      <StepUpDialog opened={opened} onProved={() => settle(true)} onCancel={() => settle(false)} />
    </Suspense>
  ) : null
}
