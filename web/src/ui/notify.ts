import { notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'

export type Message = { id: number; kind: 'success' | 'warning' | 'failure'; text: string; detail: string | undefined; at: Date }

const kept = 20
let messages: readonly Message[] = []
let unread = 0
let nextId = 1
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function show(kind: Message['kind'], text: string, detail?: string): void {
  messages = [{ id: nextId++, kind, text, detail, at: new Date() }, ...messages].slice(0, kept)
  unread += 1
  tell()
  notifications.show({
    color: kind === 'success' ? 'ok' : kind === 'warning' ? 'warn' : 'bad',
    role: kind === 'success' ? 'status' : 'alert',
    ...(detail ? { title: text, message: detail } : { message: text }),
  })
}

/** Toasts live three seconds (FORM-3); the last twenty stay readable in the header's list. */
export const notify = {
  success: (text: string, detail?: string) => show('success', text, detail),
  /** Nothing went wrong and nothing was done: something is still to be said or chosen. */
  warning: (text: string, detail?: string) => show('warning', text, detail),
  failure: (text: string, detail?: string) => show('failure', text, detail),
}
export const useMessages = (): readonly Message[] => useSyncExternalStore(subscribe, () => messages)
export const useUnread = (): number => useSyncExternalStore(subscribe, () => unread)
export function markRead(): void {
  unread = 0
  tell()
}
