import type { MouseEvent } from 'react'

/**
 * For the buttons under a form. Pressing one would take the focus from the field above, which then says what is wrong
 * with it; the sentence pushes the button away from under the pointer, and the press is lost. So the focus stays where
 * it is until the button is let go.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
