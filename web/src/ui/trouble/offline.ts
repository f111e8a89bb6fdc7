import { useSyncExternalStore } from 'react'

/** Added to what a failed call says while the browser reports that it is offline (FORM-9). */
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

/**
 * What a form says of a failed save: nothing was wrong but the connection, so the sentence changes when that is back.
 */
export function useCurrentWords(message: string): string {
  const isOnline = useOnline()
  return isOnline && message.endsWith(offlineWords) ? onlineAgainWords : message
}
