import type { MouseEvent } from 'react'

/**
 * For the buttons under a form. On mousedown, the focused field would blur and show its error, which moves the button
 * away and loses the click. This keeps the focus until the button is released.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
