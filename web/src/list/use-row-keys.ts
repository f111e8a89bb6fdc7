import { useEffect, useEffectEvent } from 'react'
import { isTyping, shortcutsAreOn } from '../ui/shortcuts.ts'

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/** When a row disappears, focus moves to the row in its place, or to the last one, or to the list. */
export function focusRow(at: number): void {
  const all = rows()
  const target = all[Math.min(at, all.length - 1)] ?? document.querySelector<HTMLElement>('.list-region, #content')
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target?.focus()
}

function moveBy(step: number): void {
  const all = rows()
  const at = all.findIndex((row) => row.contains(document.activeElement))
  all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]?.focus()
}
const clickInRow = (selector: string): boolean => {
  const target = document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>(selector)
  target?.click()
  return Boolean(target)
}

/** `/` opens the filter, `j` and `k` move between rows, Enter views, `e` edits and `x` selects the focused row. */
export function useRowKeys(openFilter: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !shortcutsAreOn()) return
    const onRow = document.activeElement?.hasAttribute('data-row') === true
    if (event.key === '/') openFilter()
    else if (event.key === 'j') moveBy(1)
    else if (event.key === 'k') moveBy(-1)
    else if (event.key === 'e' && clickInRow('[data-edit]')) return event.preventDefault()
    else if (event.key === 'x' && clickInRow('[data-select]')) return event.preventDefault()
    else if (event.key === 'Enter' && onRow && clickInRow('[data-view]')) return event.preventDefault()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
