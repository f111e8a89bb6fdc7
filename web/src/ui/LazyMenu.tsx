import { type ComponentType, cloneElement, type ReactElement, Suspense, useState } from 'react'
import type { Lazily } from './lazily.tsx'

// biome-ignore lint/suspicious/noExplicitAny: any kind of button; the menu and the first click add the props they need.
export type MenuButton = ReactElement<any>
type Props<P extends { button: MenuButton }> = P & { menu: Lazily<ComponentType<P>> }

/**
 * Menus weigh more than their pages, so a menu's code loads when its button is hovered, focused or clicked. The click
 * mounts the menu open on the same button.
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
