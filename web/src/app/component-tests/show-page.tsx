import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { english } from '@portal/contract/english.ts'
import { type ErrorBody, type ErrorCode, errorStatuses } from '@portal/contract/errors.ts'
import { allFlags, type Grants, noFlags, screenNames } from '@portal/contract/permissions.ts'
import type { ListSettings } from '@portal/contract/views/list-settings.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, vi } from 'vitest'
import { defaultOptions } from '../../api/query-options.ts'
import { parseSearch, stringifySearch } from '../../api/search.ts'
import { type Session, SessionContext, sessionKey } from '../../api/session.ts'
import { Heading } from '../../ui/Heading.tsx'
import { touch } from '../../ui/opened-later/first-touch.ts'
import { MayOpen } from '../../ui/opening/may-open.ts'
import { startMessages } from '../messages.ts'
import { opensFor } from '../pages.ts'

// Elements appear within a moment, but a busy machine can stand still for half a minute.
configure({ asyncUtilTimeout: 60_000 })

/** Sets up a component on its own page, with a session, an address and a fake service. */
export function playPages(): void {
  beforeAll(async () => {
    document.documentElement.lang = 'en-CA'
    await startMessages()
    // Fields are complete from the start, as they are for a user who has touched the page.
    await touch()
  })
  afterEach(() => {
    cleanup()
    notifications.clean()
    vi.unstubAllGlobals()
    sessionStorage.clear()
    localStorage.clear()
    setWidth(1440)
  })
}

type HappyWindow = { happyDOM: { setViewport: (size: { width: number; height: number }) => void } }
export const setWidth = (width: number): void =>
  (window as unknown as HappyWindow).happyDOM.setViewport({ width, height: 900 })

export type AskedCall = { method: string; path: string; search: URLSearchParams; body: Record<string, unknown> }
type Answer = { status?: number; body: unknown }
/** Answers the page's calls and records the requests. */
export function serve(answer: (asked: AskedCall) => Answer | Promise<Answer>): AskedCall[] {
  const all: AskedCall[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://portal.test')
    const asked = { method, path: pathname, search: searchParams, body: body ? JSON.parse(String(body)) : {} }
    all.push(asked)
    const { status = 200, body: reply } = await answer(asked)
    return status === 204 ? new Response(null, { status }) : Response.json(reply, { status })
  })
  return all
}
export function refusal(code: ErrorCode): Answer {
  const body: ErrorBody = { error: { code, key: code, params: {}, message: english(code), requestId: 'r-1' } }
  return { status: errorStatuses[code], body }
}

const grantsOf = (isAll: boolean): Grants =>
  Object.fromEntries([...screenNames, 'webhooks'].map((name) => [name, isAll ? allFlags : noFlags])) as Grants
const session = (kind: 'provider' | 'customer', isAll: boolean, lists: ListSettings) =>
  ({ company: { id: 1, name: 'Portal', kind }, profile: {}, grants: grantsOf(isAll), lists }) as unknown as Session

const ownLists: ListSettings = { density: 'comfortable', layouts: {}, may_share: false }
type Options = { at?: string; kind?: 'provider' | 'customer'; mayAll?: boolean; lists?: ListSettings }
/** Shows the element at `/things`, with another page to navigate to. */
export async function showPage(
  element: ReactNode,
  { at = '/things', kind = 'provider', mayAll = true, lists = ownLists }: Options = {},
) {
  const root = createRootRoute({ component: Outlet })
  const page = (path: string, shown: ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component: () => shown })
  const router = createRouter({
    routeTree: root.addChildren([page('/things', element), page('/elsewhere', <Heading>Elsewhere</Heading>)]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  })
  const queries = new QueryClient({ defaultOptions: { ...defaultOptions, queries: { retry: false } } })
  const signedIn = session(kind, mayAll, lists)
  queries.setQueryData(sessionKey, signedIn)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SessionContext value={signedIn}>
          <MayOpen value={opensFor(signedIn)}>
            <RouterProvider router={router as never} />
          </MayOpen>
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await waitFor(() => {
    if (document.querySelector('h1, main') === null) throw new Error('The page is not there yet.')
  })
  return router
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const press = (name: string | RegExp) => fireEvent.click(button(name))
export const type = (label: string | RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
