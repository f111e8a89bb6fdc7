import { Burger, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { brand } from '../../ui/brand.ts'
import { lazily, WhenFirst } from '../../ui/lazily.tsx'
import { isTyping, shortcutsAreOn } from '../../ui/shortcuts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { BellMenu } from './BellMenu.tsx'
import { BrandMark } from './BrandMark.tsx'
import { MenuLinks } from './MenuLinks.tsx'
import { frontOf } from './menu.ts'
import { SectionTabs } from './SectionTabs.tsx'
import { SwitchedBanner } from './SwitchedBanner.tsx'
import { UserMenu } from './UserMenu.tsx'

const MenuDrawer = lazily(() => import('./MenuDrawer.tsx'), 'MenuDrawer')
const ShortcutsDialog = lazily(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')
const Palette = lazily(() => import('./Palette.tsx'), 'Palette')

/** The frame of every page for signed-in users. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  const front = frontOf(session)
  const [drawer, { open, close }] = useDisclosure()
  const [help, setHelp] = useState(false)
  const [palette, setPalette] = useState(0)
  const ahead = useRef('')
  const openPalette = () => setPalette((count) => count + 1)
  useShellKeys(openPalette, () => setHelp(true))
  const main = useFocusOnArrival()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes on every navigation.
  useEffect(close, [pathname])
  return (
    <>
      <a className="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      {session.profile.switched ? <SwitchedBanner /> : null}
      <header className="app-header">
        <Burger className="app-burger" size="sm" opened={drawer} onClick={open} aria-label={t('Menu')} />
        <Link to={front.path} className="app-home">
          <BrandMark
            image={session.company.profile_img}
            name={session.company.profile_img ? session.company.name : brand.name}
          />
          <span className="sr-only"> – {t(front.label)}</span>
        </Link>
        <MenuLinks className="app-menu" />
        <span className="app-tools">
          <Button
            variant="default"
            size="xs"
            className="app-search"
            leftSection={<IconSearch size={15} aria-hidden />}
            onClick={openPalette}
          >
            <span className="app-search-text">
              {t('Search')} <kbd aria-hidden>Ctrl K</kbd>
            </span>
          </Button>
          <BellMenu />
          <UserMenu onHelp={() => setHelp(true)} />
        </span>
      </header>
      <WhenFirst asked={drawer}>
        <MenuDrawer opened={drawer} onClose={close} />
      </WhenFirst>
      <main className="app-content" id="content" tabIndex={-1} ref={main}>
        <SectionTabs />
        {children}
      </main>
      <WhenFirst asked={help}>
        <ShortcutsDialog opened={help} onClose={() => setHelp(false)} />
      </WhenFirst>
      {palette > 0 ? (
        <Suspense fallback={<TypedAhead into={ahead} />}>
          <Palette asked={palette} ahead={ahead} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Takes the palette's place until it loads, and buffers what is typed. */
function TypedAhead({ into }: { into: RefObject<string> }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      into.current += event.key
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [into])
  return null
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

/**
 * A client-side navigation is silent to screen readers, so focus moves to the start of the page. A dialog over a page
 * has an address too, but manages focus itself.
 */
function useFocusOnArrival() {
  const place = useMatches({ select: (matches) => matches.at(-1)?.staticData.over ?? matches.at(-1)?.pathname })
  const main = useRef<HTMLElement>(null)
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    // If the palette or the help has opened meanwhile, the user is typing there.
    if (document.activeElement?.closest('[role="dialog"]')) return
    // A form that has focused its first field is ready for typing.
    if (document.activeElement?.matches('main input')) return
    main.current?.focus({ preventScroll: true })
  }, [place])
  return main
}
