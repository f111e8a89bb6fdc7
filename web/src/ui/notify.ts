import type { notifications } from '@mantine/notifications'
import { createElement, useSyncExternalStore } from 'react'
import { type MessageAction, SecondLine } from './SecondLine.tsx'

export type Notice = {
  id: number
  kind: 'success' | 'warning' | 'failure'
  text: string
  detail: string | undefined
  actions: readonly MessageAction[]
  at: Date
}
/** The second line of a message, kept in the bell (LIT-5). */
export type Second = { detail?: string | undefined; actions?: readonly MessageAction[] | undefined }

const kept = 20
let messages: readonly Notice[] = []
let unread = 0
let nextId = 1
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Comes with the part that draws toasts. Offline, it may fail to load; the bell keeps the messages. */
function withToasts(work: (toasts: typeof notifications) => void): void {
  import('@mantine/notifications').then(
    (loaded) => work(loaded.notifications),
    () => undefined,
  )
}
const toastOf = (id: number): string => `message-${id}`
/** Hides the toast. An action that can run once is not offered again. */
export function actOn(id: number, action: MessageAction): void {
  withToasts((toasts) => toasts.hide(toastOf(id)))
  if (!action.run) return
  messages = messages.map((one) =>
    one.id === id ? { ...one, actions: one.actions.filter((other) => other !== action) } : one,
  )
  notifyListeners()
  action.run()
}

function show(kind: Notice['kind'], text: string, second: string | Second = {}): void {
  const { detail, actions = [] } = typeof second === 'string' ? { detail: second } : second
  const id = nextId++
  messages = [{ id, kind, text, detail, actions, at: new Date() }, ...messages].slice(0, kept)
  unread += 1
  notifyListeners()
  const line = createElement(SecondLine, { detail, actions, onAct: (action) => actOn(id, action) })
  withToasts((toasts) =>
    toasts.show({
      id: toastOf(id),
      color: kind === 'success' ? 'ok' : kind === 'warning' ? 'warn' : 'bad',
      role: kind === 'success' ? 'status' : 'alert',
      ...(detail || actions.length > 0 ? { title: text, message: line } : { message: text }),
    }),
  )
}

/** Toasts last three seconds (FORM-3). The last twenty stay in the bell. */
export const notify = {
  success: (text: string, second?: string | Second) => show('success', text, second),
  /** The user must still enter, choose or put something right. */
  warning: (text: string, second?: string | Second) => show('warning', text, second),
  failure: (text: string, second?: string | Second) => show('failure', text, second),
}
export const useMessages = (): readonly Notice[] => useSyncExternalStore(subscribe, () => messages)
export const useUnread = (): number => useSyncExternalStore(subscribe, () => unread)
export function markRead(): void {
  unread = 0
  notifyListeners()
}
