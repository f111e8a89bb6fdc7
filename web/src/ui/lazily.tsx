import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { notify } from './notify.ts'
import { offlineWords } from './trouble/offline.ts'
import { translateNow } from './words/translation.ts'

// biome-ignore lint/suspicious/noExplicitAny: like React's `lazy`, for a component with any props.
type AnyComponent = ComponentType<any>
export type Lazily<C extends AnyComponent> = LazyExoticComponent<C> & { fetch: () => Promise<unknown> }

/**
 * A component that loads when first shown: `lazily(() => import('./Menu.tsx'), 'Menu')`. Offline, it says so and loads
 * when the connection returns. A crash would lose the user's input (FORM-9).
 */
export function lazily<Name extends string, C extends AnyComponent>(
  load: () => Promise<Record<Name, C>>,
  name: Name,
): Lazily<C> {
  const part = lazy(async () => ({ default: (await whenOnline(load))[name] }))
  // A failed prefetch is harmless: the component loads again when shown, and reports a failure then.
  return Object.assign(part, { fetch: () => load().catch(() => undefined) })
}

function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(async (error: unknown) => {
    if (navigator.onLine) throw error
    notify.failure(translateNow('Operation Failed!'), translateNow(offlineWords))
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    return whenOnline(load)
  })
}

/** Mounts a dialog when first opened and keeps it, so closing can restore the focus. */
export function WhenFirst({ asked, children }: { asked: boolean; children: ReactNode }) {
  const [hasBeen, setHasBeen] = useState(asked)
  if (asked && !hasBeen) setHasBeen(true)
  return hasBeen ? <Suspense fallback={null}>{children}</Suspense> : null
}
