import { AppError } from '@portal/contract/errors.ts'
import { QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useRouteContext,
  useRouter,
} from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useMemo } from 'react'
import { onDueFound, onSessionLost } from '../api/call.ts'
import { defaultOptions } from '../api/query-options.ts'
import type { FeatureRoute } from '../api/route.ts'
import { parseSearch, type Search, stringifySearch } from '../api/search.ts'
import { type Session, SessionContext } from '../api/session.ts'
import { keepListSearch } from '../list/list-search.ts'
import { firstStepPath } from '../security/security.paths.ts'
import type { FirstStepPage } from '../sessions/FirstStepPage.tsx'
import { sessionQuery } from '../sessions/fetch-session.ts'
import { safeNext } from '../sessions/next-path.ts'
import type { SignInPage } from '../sessions/SignInPage.tsx'
import { forgetSession, keepEnded, keepSwitched } from '../sessions/session-storage.ts'
import { brand, welcomeText } from '../ui/brand.ts'
import { readCookie } from '../ui/cookies.ts'
import { MayOpen } from '../ui/opening/may-open.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { CrashPage } from './CrashPage.tsx'
import { BrandMark } from './frame/BrandMark.tsx'
import { homeOf } from './frame/menu.ts'
import { Shell } from './frame/Shell.tsx'
import { NoPermissionPage } from './NoPermissionPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PendingPage } from './PendingPage.tsx'
import { Plain } from './Plain.tsx'
import { isAllowed, opensFor, pages } from './pages.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    over?: string
  }
}

export const queries = new QueryClient({ defaultOptions })

const isDue = (error: AppError): boolean => error.code === 'auth.password-due' || error.code === 'auth.factor-due'

/** `next` is where the user was going, for after what is due (SEC-1, SEC-6). */
async function currentSession(next?: string): Promise<Session | null> {
  try {
    return await queries.ensureQueryData(sessionQuery)
  } catch (error) {
    if (error instanceof AppError && isDue(error))
      throw redirect({ to: firstStepPath, search: next ? { next } : {}, replace: true })
    if (error instanceof AppError && error.status === 401) {
      keepSwitched(false)
      // A display cookie without a session means that the session expired or was ended elsewhere.
      if (readCookie('first') !== null) {
        forgetSession()
        keepEnded()
      }
      return null
    }
    throw error
  }
}

const root = createRootRoute({ component: Outlet })

let SignIn: typeof SignInPage | undefined
/** `/` is the sign-in page. Signed-in users are redirected (AUTH-6). */
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: ({ next }): { next?: string } => {
    const wanted = safeNext(next)
    return wanted ? { next: wanted } : {}
  },
  beforeLoad: async ({ search }) => {
    const session = await currentSession(search.next)
    if (session) throw redirect({ href: search.next ?? homeOf(session), replace: true })
  },
  loader: async () => {
    SignIn ??= (await import('../sessions/SignInPage.tsx')).SignInPage
  },
  component: function SignInRoute() {
    const { t } = useTranslation()
    const router = useRouter()
    const onSignedIn = () => {
      queries.clear()
      return router.invalidate()
    }
    if (!SignIn) return null
    return (
      <SignIn
        heading={welcomeText(t)}
        brandMark={<BrandMark />}
        signUpUrl={brand.signUpUrl}
        forgotUrl={brand.forgotUrl}
        onSignedIn={onSignedIn}
      />
    )
  },
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await currentSession(location.href)
    if (!session) throw redirect({ to: '/', search: { next: location.href }, replace: true })
    return { session }
  },
  component: () => (
    <WithSession>
      <Shell>
        <Outlet />
      </Shell>
    </WithSession>
  ),
})

const useSessionOfRoute = (): Session | undefined =>
  (useRouteContext({ strict: false }) as { session?: Session }).session

function WithSession({ children }: { children: ReactNode }) {
  const session = useSessionOfRoute() ?? null
  const opens = useMemo(() => (session ? opensFor(session) : () => true), [session])
  return (
    <SessionContext value={session}>
      <MayOpen value={opens}>{children}</MayOpen>
    </SessionContext>
  )
}

/** A feature's page behind its permission (NAV-5). Without permission, its code is not loaded. */
function pageRoute(route: FeatureRoute) {
  const { path, takes, isList, page, over } = route
  const shown = shownBy(page)
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    ...(over ? { staticData: { over } } : {}),
    ...(isList ? { validateSearch: keepListSearch } : {}),
    ...(takes
      ? {
          validateSearch: (search: Search) =>
            takes === 'any'
              ? search
              : Object.fromEntries(takes.flatMap((name) => (name in search ? [[name, search[name]]] : []))),
        }
      : {}),
    beforeLoad: ({ context }) => ({ isAllowed: isAllowed(context.session, route) }),
    loader: async ({ context }) => {
      if (isAllowed(context.session, route)) shown.Page ??= await page()
    },
    component: shown.FeaturePage,
  })
}

type Shown = { Page?: ComponentType; FeaturePage: () => ReactNode }
const pagesShown = new Map<FeatureRoute['page'], Shown>()
/**
 * Addresses with the same page share one component, so moving between them does not remount it, such as opening a
 * dialog over its list.
 */
function shownBy(page: FeatureRoute['page']): Shown {
  const known = pagesShown.get(page)
  if (known) return known
  const shown: Shown = {
    FeaturePage: function FeaturePage() {
      const { isAllowed } = useRouteContext({ strict: false }) as { isAllowed?: boolean }
      return shown.Page && isAllowed ? <shown.Page /> : <NoPermissionPage />
    },
  }
  pagesShown.set(page, shown)
  return shown
}

const toSignIn = { label: 'Back to sign in', path: '/' }
/**
 * A page in the sign-in frame for users without a session (AUTH-9, RECV-12). The page removes a token from the address itself.
 */
function publicPage(path: string, page: () => Promise<ComponentType<{ brandMark: ReactNode }>>) {
  let Page: ComponentType<{ brandMark: ReactNode }> | undefined
  return createRoute({
    getParentRoute: () => root,
    path,
    // `token` of an e-mailed link, or `code` of a document.
    validateSearch: (search: Search): Search =>
      Object.fromEntries(
        Object.entries(search).filter(([name, value]) => /^(token|code)$/.test(name) && typeof value === 'string'),
      ),
    loader: async () => {
      Page ??= await page()
    },
    component: () => (Page ? <Page brandMark={<BrandMark />} /> : null),
  })
}

let FirstStep: typeof FirstStepPage | undefined
/** What is due of a user before anything else (SEC-1, SEC-6), then on to where they were going. */
const firstStep = createRoute({
  getParentRoute: () => root,
  path: firstStepPath,
  validateSearch: ({ next }): { next?: string } => {
    const wanted = safeNext(next)
    return wanted ? { next: wanted } : {}
  },
  loader: async () => {
    FirstStep ??= (await import('../sessions/FirstStepPage.tsx')).FirstStepPage
  },
  component: function FirstStepRoute() {
    const { next } = firstStep.useSearch()
    const router = useRouter()
    const onDone = useCallback(() => {
      queries.clear()
      void router.navigate({ href: next ?? '/', replace: true })
    }, [router, next])
    return FirstStep ? <FirstStep brandMark={<BrandMark />} onDone={onDone} /> : null
  },
})

/** Any other address (NAV-6): in the frame for signed-in users, plain for others. */
const notFound = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async () => {
    const session = await currentSession().catch(() => null)
    return session ? { session } : {}
  },
  component: function Unknown() {
    const session = useSessionOfRoute()
    if (!session)
      return (
        <Plain>
          <NotFoundPage back={toSignIn} />
        </Plain>
      )
    return (
      <WithSession>
        <Shell>
          <NotFoundPage back={{ label: 'Back', path: homeOf(session) }} />
        </Shell>
      </WithSession>
    )
  },
})

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    publicPage('/sign-up', async () => (await import('../sessions/SignUpPage.tsx')).SignUpPage),
    publicPage('/forgot-password', async () => (await import('../sessions/ForgotPasswordPage.tsx')).ForgotPasswordPage),
    publicPage('/reset-password', async () => (await import('../sessions/ResetPasswordPage.tsx')).ResetPasswordPage),
    publicPage('/verify', async () => (await import('../sessions/verify/VerifyPage.tsx')).VerifyPage),
    firstStep,
    signedIn.addChildren(pages.map(pageRoute)),
    notFound,
  ]),
  parseSearch,
  stringifySearch,
  caseSensitive: false,
  // Remove parameters that the page does not use, so a shared address shows the same page.
  search: { strict: true },
  scrollRestoration: true,
  defaultPendingMs: 300,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: CrashPage,
})

/** The first rejected call reveals an ended session. Go to sign-in, and from there back to this page. */
onSessionLost(() => {
  forgetSession()
  keepEnded()
  queries.removeQueries({ queryKey: sessionQuery.queryKey })
  const { pathname, href } = router.state.location
  if (pathname !== '/') router.navigate({ to: '/', search: { next: href } })
})

/** Something became due while the page was open, such as a new password. */
onDueFound(() => {
  queries.removeQueries({ queryKey: sessionQuery.queryKey })
  const { pathname, href } = router.state.location
  if (pathname !== firstStepPath) router.navigate({ to: firstStepPath, search: { next: href } })
})
