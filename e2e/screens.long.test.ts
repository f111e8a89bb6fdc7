import { test } from './portal.ts'
import { type Look, walkScreens } from './screens.ts'

/** The colour scheme changes only colours. */
const rules = ['color-contrast']
const looks: Look[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark', rules },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark', rules },
]
for (const half of [0, 1] as const)
  test(`axe finds no violations on any screen, light and dark, 1440 and 390 pixels wide, part ${half + 1}`, async ({
    browser,
  }) => {
    await walkScreens(browser, half, looks)
  })
