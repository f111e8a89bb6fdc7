import i18next from 'i18next'
import { type ComponentType, lazy } from 'react'
import { notify } from './notify.ts'
import { offlineWords } from './trouble/offline.ts'

/**
 * A part of the page that is fetched when it is first shown. Offline it says so and comes when the connection is back:
 * a page that broke over it would lose what was typed (FORM-9).
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy`, for a component with any properties.
export const lazily = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(() => whenOnline(load))

function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(async (error: unknown) => {
    if (navigator.onLine) throw error
    notify.failure(i18next.t('Operation Failed!'), i18next.t(offlineWords))
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    return whenOnline(load)
  })
}
