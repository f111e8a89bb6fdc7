import { useSyncExternalStore } from 'react'

/** A pointer that moves, a finger or a key, anywhere on the page: what a user may open next is fetched by then. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'input'] as const

let isTouched = false
const waiting: (() => Promise<void>)[] = []

/** Fetches everything that waits for the user's first touch. */
export async function touch(): Promise<void> {
  isTouched = true
  for (const sign of signs) globalThis.removeEventListener?.(sign, touch, true)
  await Promise.all(waiting.splice(0).map((fetch) => fetch()))
}
for (const sign of signs) globalThis.addEventListener?.(sign, touch, { capture: true, passive: true })

type Later<Part> = {
  current: () => Part | undefined
  listen: (changed: () => void) => () => void
  /** For what is open before any touch, such as by its address. */
  fetch: () => Promise<void>
}
/** A part of the page that is fetched once the user touches the page, and again once online if that failed. */
export function onFirstTouch<Part>(load: () => Promise<Part>): Later<Part> {
  let part: Part | undefined
  const listeners = new Set<() => void>()
  let isAsked = false
  const fetch = async () => {
    if (isAsked) return
    isAsked = true
    try {
      part = await load()
      for (const listener of listeners) listener()
    } catch {
      isAsked = false
      addEventListener('online', () => void fetch(), { once: true })
    }
  }
  if (isTouched) void fetch()
  else waiting.push(fetch)
  return {
    current: () => part,
    fetch,
    listen: (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}
/** The part, once it is there. */
export const useLater = <Part>({ listen, current }: Later<Part>): Part | undefined =>
  useSyncExternalStore(listen, current)
