import { test } from './portal.ts'
import { type Look, walkScreens, walks } from './screens.ts'

/** The colour scheme changes only colours. */
const dark = { colorScheme: 'dark', rules: ['color-contrast'] } as const
const light = { colorScheme: 'light' } as const
/** Only whether everything fits: a small laptop, and 1440 and 1280 pixels enlarged to 200 % and 400 % (WCAG 1.4.10). */
const fit = { ...light, rules: [] }
const looks: Look[] = [
  ...[1440, 768, 390].flatMap((width): Look[] => [
    { width, ...light },
    { width, ...dark, rules: [...dark.rules] },
  ]),
  { width: 1024, height: 768, ...fit },
  { width: 720, height: 450, ...fit },
  { width: 320, height: 256, ...fit },
]
for (const locale of ['en-CA', 'fr-CA'] as const)
  for (const walk of walks)
    test(`axe finds no violations on any screen and each fits, light and dark, from 1440 to 320 pixels, in ${locale}, part ${walk + 1}`, async ({
      browser,
    }) => {
      test.setTimeout(1_800_000)
      await walkScreens(browser, walk, looks, locale)
    })
