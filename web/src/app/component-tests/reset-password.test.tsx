import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ResetPasswordPage } from '../../sessions/ResetPasswordPage.tsx'
import { playPages } from './show-page.tsx'

playPages()

/** The page at its own address, which it changes. */
function showReset(address: string) {
  const root = createRootRoute()
  const component = () => <ResetPasswordPage brandMark={null} />
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/reset-password', component })]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

it('AUTH-9 a link without its token leads back to the request', async () => {
  showReset('/reset-password')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link has expired or was already used. Please request a new one.',
  )
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password')
})

it.each(['?token=forged', '#token=forged'])('AUTH-9 the token in %s is removed from the address', async (token) => {
  const router = showReset(`/reset-password${token}`)
  expect(await screen.findByLabelText('New password')).toBeTruthy()
  await waitFor(() => expect(router.state.location.href).toBe('/reset-password'))
  expect(screen.getByLabelText('New password')).toBeTruthy()
})
