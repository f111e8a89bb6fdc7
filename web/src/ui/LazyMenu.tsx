import { type ComponentType, cloneElement, type ReactElement, Suspense, useState } from 'react'
import type { Lazily } from './lazily.tsx'

// biome-ignore lint/suspicious/noExplicitAny: a button of any kind; the menu and the first press give it what they need.
export type MenuButton = ReactElement<any>
type Props<P extends { button: MenuButton }> = P & { menu: Lazily<ComponentType<P>> }

/**
 * Menus weigh more than the pages they hang on, so a menu's code is fetched when its button is pointed at, focused or
 * pressed. The press opens it: the menu mounts opened, and hangs itself on the same button.
 */
export function LazyMenu<P extends { button: MenuButton }>({ menu, ...rest }: Props<P>) {
  const props = rest as unknown as P
  const Menu = menu as unknown as ComponentType<P>
  const [isWanted, setWanted] = useState(false)
  const resting = cloneElement(props.button, {
    onClick: () => setWanted(true),
    onPointerEnter: menu.fetch,
    onFocus: menu.fetch,
  })
  if (!isWanted) return resting
  return (
    <Suspense fallback={resting}>
      <Menu {...props} />
    </Suspense>
  )
}
