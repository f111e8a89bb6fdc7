import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { StepUp } from '../security/StepUp.tsx'
import { brand } from '../ui/brand.ts'
import { useMessages } from '../ui/notify.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { queries, router } from './router.tsx'
import { defaultScheme, schemeManager } from './scheme.ts'
import { themeFor, variablesFor } from './theme.ts'

const loadToasts = () => import('./Toasts.tsx').then(({ Toasts }) => Toasts)
// Loaded on the first interaction, so it is available before anything can fail, including the connection.
for (const event of ['pointerdown', 'keydown', 'input'])
  addEventListener(event, () => loadToasts().catch(() => undefined), { once: true })
const variables = variablesFor(brand.color)

export function App() {
  const { t } = useTranslation()
  const close = t('Close')
  const theme = useMemo(() => themeFor(brand.color, close), [close])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemeManager}
      defaultColorScheme={defaultScheme}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <StepUp />
        <ToastsWhenSaid />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/**
 * Offline, the code may fail to load. The bell keeps the messages, the next one tries again, and the page does not
 * crash.
 */
function ToastsWhenSaid() {
  const messages = useMessages()
  const [Toasts, setToasts] = useState<ComponentType>()
  useEffect(() => {
    if (messages.length === 0 || Toasts) return
    loadToasts().then(
      (loaded) => setToasts(() => loaded),
      () => undefined,
    )
  }, [messages, Toasts])
  // The second line of a toast can link to a list.
  return Toasts ? (
    <RouterContextProvider router={router}>
      <Toasts />
    </RouterContextProvider>
  ) : null
}
