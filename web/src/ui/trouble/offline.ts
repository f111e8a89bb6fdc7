import { useSyncExternalStore } from 'react'

/** While the browser is offline (FORM-9). */
export const offlineWords = 'You are offline. Your changes are still here. Try again once you are connected.'
export const onlineAgainWords = 'You are online again. Try again.'

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** The message of a save that failed offline. It changes when the connection returns. */
export function useCurrentWords(message: string): string {
  const isOnline = useOnline()
  return isOnline && message.startsWith('call.failed-offline ') ? onlineAgainWords : message
}
