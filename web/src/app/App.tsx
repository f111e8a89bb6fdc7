import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../ui/notify.ts'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { brand } from './brand.ts'
import { queries, router } from './router.tsx'
import { defaultScheme, schemeManager } from './scheme.ts'
import { themeFor, variablesFor } from './theme.ts'

const Toasts = lazy(() => import('./Toasts.tsx').then((module) => ({ default: module.Toasts })))
const variables = variablesFor(brand.color)

export function App() {
  const { t } = useTranslation()
  const close = t('Close')
  const theme = useMemo(() => themeFor(brand.color, close), [close])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={schemeManager} defaultColorScheme={defaultScheme}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <WhenFirst asked={useMessages().length > 0}>
          <Toasts />
        </WhenFirst>
      </QueryClientProvider>
    </MantineProvider>
  )
}
