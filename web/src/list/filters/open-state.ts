import { useSyncExternalStore } from 'react'

/** Whether a list's filters are open. Kept outside the page, so that opening them redraws no row (UX-14). */
export type OpenState = {
  get: () => boolean
  set: (isOpen: boolean) => void
  subscribe: (listener: () => void) => () => void
}

export function openState(isOpen: boolean): OpenState {
  const listeners = new Set<() => void>()
  return {
    get: () => isOpen,
    set: (next) => {
      isOpen = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useIsOpen = ({ subscribe, get }: OpenState): boolean => useSyncExternalStore(subscribe, get)
