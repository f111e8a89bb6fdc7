import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const compressible = /\.(js|css|svg|json)$/
/** Compressed once here, so that no request pays for it. */
function compressedTwins(): Plugin {
  let outDir = ''
  return {
    name: 'compressed-twins',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true })
      for (const file of files.filter((name) => compressible.test(name))) {
        const content = await readFile(path.join(outDir, file))
        if (content.length < 1024) continue
        await writeFile(path.join(outDir, `${file}.gz`), gzipSync(content, { level: 9 }))
        await writeFile(
          path.join(outDir, `${file}.br`),
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
      }
    },
  }
}

/**
 * zod can describe itself as JSON Schema; the server does that for the documentation, the pages never do, and it would
 * be part of every first load.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return null
      const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:function|const|class) (\w+)/gm)].map(
        ([, name]) => name,
      )
      return `const never = () => () => { throw new Error('The pages have no JSON Schema.') }\nexport const ${names.map((name) => `${name} = never`).join(', ')}`
    },
  }
}

/** The summaries of the calls are for the service's documentation alone. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/contract[\\/]src[\\/]/.test(id)) return null
      return { code: code.replace(/\bsummary:\s*(['"`])(?:(?!\1).)*\1,?/g, ''), map: null }
    },
  }
}

/** Only programs ask for what changed since (INTEG-2). A page neither sends nor reads the parameters for it. */
function withoutChanges(): Plugin {
  return {
    name: 'without-changes',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      /contract[\\/]src[\\/]list-changes\.ts$/.test(id)
        ? `export const changesSize = 0
           export const isOfChanges = () => false
           export const readChangesQuery = () => ({})
           export const readChangesSize = () => null`
        : null,
  }
}

/** Of `api` and `ui`, what a page may do without, or fetches when it is asked for. */
const notGround =
  /^(fr-CA|ActionMenu|ConfirmDialog|DateBox|DueDate|EffectFigures|InvoiceStatusText|LazyDateBox|LinkButton|PictureInput|SecondLine|charts|map[/]|record[/](?!RecordTabs)|save-file|secrets[/]|toasts|trouble[/](?!MessagePanel|offline)|wizard[/]|use-action|use-opening|credit[/]|words[/](day|figures|log-words|password-rule|password-warning|relative))/
const groundOfContract =
  /^(endpoint|list|permissions|errors|fields|message|page\.messages|lookups[/]brands|sessions[/]\w+|profile[/]profile|views[/]list-settings|rules[/](money|currency))\.ts$/
const frameAndRoutes =
  /^([\w-]+[/][\w-]+\.(routes\.tsx|paths\.ts)|app[/](pages|sections|frame[/](menu\.ts|MenuLinks))|sessions[/](session-storage|person-language)|list[/]list-search)/
/** The pages' own part of the first load: the mechanism that all of them stand on, and the routes. */
function isGround(id: string): boolean {
  const [, place, file = ''] = /[/](contract|web)[/]src[/](.*)$/.exec(id.replaceAll('\\', '/')) ?? []
  if (place === 'contract') return groundOfContract.test(file)
  if (place !== 'web' || !/\.tsx?$/.test(file)) return false
  const ofMechanism = /^(?:api|ui)[/](.*)$/.exec(file)?.[1]
  return ofMechanism === undefined ? frameAndRoutes.test(file) : !notGround.test(ofMechanism)
}
/** Of a list, what is there before anything is asked of it. */
const ofList =
  /web[\\/]src[\\/]list[\\/](List(Body|Footer|Page|Toolbar)|table[\\/]|selection[\\/]SelectedPill|views[\\/]view-search|views[\\/]ViewsButton|DownloadButton|paging|use-[\w-]+|columns[\\/](?!ColumnMenu|rearrange|drag-width)\w|filters[\\/](use-filters|filter-terms))/

/** Of a few pages, none of them the first one. */
const fewIcons =
  /@tabler[\\/].*Icon(Adjustments|Ban|Copy|DeviceFloppy|FileText|FileTypePdf|FileZip|Fingerprint|Key|ListCheck|LockOpen|Paperclip|Refresh|Route|Send|ShieldLock)\./

/** What every signed-in page needs, in a handful of files; left alone, the shared pieces would be some sixty. */
const groups = [
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next|react-i18next|zod|use-sync-external-store|@mantine[\\/]store)[\\/](?!.*[\\/](queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|useBlocker)\.)/,
  },
  // An icon of one page alone comes with that page.
  {
    name: 'icons',
    test: (id: string) => /node_modules[\\/]@tabler[\\/]/.test(id) && !fewIcons.test(id),
    minShareCount: 2,
  },
  { name: 'few-icons', test: fewIcons, minShareCount: 2 },
  {
    name: 'kit',
    test: /@mantine[\\/](hooks[\\/]esm[\\/](utils|use-(disclosure|id|isomorphic-effect|media-query|did-update|merged-ref|uncontrolled|pagination|reduced-motion))|core[\\/]esm[\\/](core[\\/](?!.*(scoped-keydown|use-mantine-color-scheme\.|context-item|element-ancestor|get-env)).*|components[\\/](UnstyledButton|Button|ActionIcon|Input|InputBase|TextInput|NativeSelect|Skeleton|Alert|Loader|CloseButton|Checkbox|InlineInput|Pagination|Burger|Avatar|Transition|Paper|Group|Text)))[\\/]/,
  },
  { name: 'ground', test: isGround },
  // What opens over the page: menus, hints, lists of options, dialogs. Most pages need them only once they are opened.
  {
    name: 'floating',
    test: /@floating-ui[\\/]|@mantine[\\/]core[\\/]esm[\\/](utils[\\/]Floating|components[\\/](Popover|Tooltip|Portal))[\\/]/,
  },
  {
    name: 'options',
    test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](Combobox|Select|Autocomplete|ScrollArea)[\\/]/,
  },
  {
    name: 'dialog',
    test: /(react-remove-scroll(-bar)?|use-sidecar|use-callback-ref|react-style-singleton|tslib|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Modal|ModalBase|Overlay|FocusTrap|VisuallyHidden)|ui[\\/]ConfirmDialog\.tsx)/,
  },
  { name: 'list', test: ofList },
  // The words of codes: histories need all of them. Those of the first pages come with these.
  { name: 'words', test: /(?<!cards|imports|users)-words\.data\.ts$/ },
  // The calls of the page that users land on: apart, they compress worse.
  {
    name: 'cards',
    test: /src[\\/]cards[\\/](cards(-words\.data)?\.ts|card-(moves|imports|bulk)\.ts|chosen-cards\.tsx?|templates[\\/]CardTabs\.tsx)$/,
  },
]

/** The journeys look for the palette's file by name. */
const namedChunks = new Set([...groups.map(({ name }) => name), 'Palette'])
const chunkName = ({ name }: { name: string }): string =>
  namedChunks.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:8].js'

/** `npm run dev` (tools/dev.mjs) adds what fills the page and where the service is. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutJsonSchema(), withoutSummaries(), withoutChanges(), compressedTwins()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // The first load names every other file: each character in a name counts, so most have none.
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames: chunkName } },
  },
})
