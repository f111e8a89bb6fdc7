const key = 'shortcuts'
/** Single-key shortcuts can be switched off, for those who dictate (WCAG 2.1.4). */
export const shortcutsAreOn = (): boolean => localStorage.getItem(key) !== 'off'
export const switchShortcuts = (on: boolean): void => localStorage.setItem(key, on ? 'on' : 'off')

/** A key pressed in a field or in a dialog belongs to it; nobody types into a box that is ticked. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]',
    ) !== null
  )
}
