const key = 'shortcuts'
/** Single-key shortcuts can be switched off, for users who dictate (WCAG 2.1.4). */
export const shortcutsAreOn = (): boolean => localStorage.getItem(key) !== 'off'
export const switchShortcuts = (on: boolean): void => localStorage.setItem(key, on ? 'on' : 'off')

/** A key pressed in a field or dialog belongs to it. A checkbox takes no text. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]',
    ) !== null
  )
}
