import { Burger, Button, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { isTyping, shortcutsAreOn } from '../ui/shortcuts.ts'
import { BellMenu } from './BellMenu.tsx'
import { BrandMark } from './BrandMark.tsx'
import { brand } from './brand.ts'
import { isCurrent, menuOf } from './menu.ts'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { SwitchedBanner } from './SwitchedBanner.tsx'
import { UserMenu } from './UserMenu.tsx'

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })))

/** The frame around every page of somebody signed in. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  const [drawer, { open, close }] = useDisclosure()
  const [help, setHelp] = useState(false)
  const [palette, setPalette] = useState(0)
  const openPalette = () => setPalette((count) => count + 1)
  useShellKeys(openPalette, () => setHelp(true))
  const main = useFocusOnArrival(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the person has arrived somewhere.
  useEffect(close, [pathname])
  return (
    <>
      <a className="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      {session.profile.switched ? <SwitchedBanner /> : null}
      <header className="app-header">
        <Burger className="app-burger" size="sm" opened={drawer} onClick={open} aria-label={t('Menu')} />
        <Link to="/Dashboard" className="app-home">
          <BrandMark image={session.company.profile_img} name={session.company.profile_img ? session.company.name : brand.name} />
          <span className="sr-only"> – {t('Dashboard')}</span>
        </Link>
        <MenuLinks className="app-menu" />
        <span className="app-tools">
          <Button variant="default" size="xs" className="app-search" leftSection={<IconSearch size={15} aria-hidden />} onClick={openPalette}>
            <span className="app-search-text">
              {t('Search')} <kbd>Ctrl K</kbd>
            </span>
          </Button>
          <BellMenu />
          <UserMenu onHelp={() => setHelp(true)} />
        </span>
      </header>
      <Drawer opened={drawer} onClose={close} size={280} title={brand.name}>
        <MenuLinks className="drawer-menu" />
      </Drawer>
      <main className="app-content" id="content" tabIndex={-1} ref={main}>
        {children}
      </main>
      <ShortcutsDialog opened={help} onClose={() => setHelp(false)} />
      {palette > 0 ? (
        <Suspense fallback={null}>
          <Palette asked={palette} />
        </Suspense>
      ) : null}
    </>
  )
}

function MenuLinks({ className }: { className: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  return (
    <nav className={className} aria-label={t('Main menu')}>
      {menuOf(session).map((item) => (
        <Link key={item.menu} to={item.path} aria-current={isCurrent(item, pathname) ? 'page' : undefined} activeProps={{}}>
          {t(item.label)}
        </Link>
      ))}
    </nav>
  )
}

function useShellKeys(openPalette: () => void, openHelp: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault()
      openPalette()
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event) && shortcutsAreOn()) {
      event.preventDefault()
      openHelp()
    }
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** A page changed without a reload says nothing to a screen reader, so the focus goes to its beginning. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
