import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { brand } from './brand.ts'
import { queries, router } from './router.tsx'
import { defaultScheme, schemeManager } from './scheme.ts'
import { themeFor, variablesFor } from './theme.ts'

const theme = themeFor(brand.color)
const variables = variablesFor(brand.color)

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={schemeManager} defaultColorScheme={defaultScheme}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Bottom right, since top right hides the page's own buttons. */
function Toasts() {
  useTranslation()
  return <Notifications position="bottom-right" autoClose={3000} limit={3} containerWidth={360} zIndex={300} transitionDuration={140} />
}
