import { withWidth } from './rearrange.ts'
import type { ListColumns } from './use-columns.ts'

export type Sizing = Pick<ListColumns, 'chosen' | 'drag' | 'set'>

/** Follows the pointer from the edge of a heading until it is released; then the width is stored. */
export function dragWidth(start: PointerEvent, handle: HTMLElement, key: string, { chosen, drag, set }: Sizing): void {
  const width = handle.parentElement?.offsetWidth ?? 0
  const columnsAt = ({ clientX }: PointerEvent) => withWidth(chosen, key, width + clientX - start.clientX)
  const follow = (event: PointerEvent) => drag(columnsAt(event))
  const end = (event: PointerEvent) => {
    window.removeEventListener('pointermove', follow)
    if (event.type === 'pointercancel' || event.clientX === start.clientX) drag(null)
    else set(columnsAt(event))
  }
  window.addEventListener('pointermove', follow)
  for (const name of ['pointerup', 'pointercancel'] as const) window.addEventListener(name, end, { once: true })
}
