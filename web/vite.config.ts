import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { planChunks } from './bundle/chunk-plan.ts'
import { readPieces } from './bundle/pieces.ts'

const gzip = promisify(gzipCompress)
const brotli = promisify(brotliCompress)
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
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
      const files = (await readdir(outDir, { recursive: true })).filter((name) => compressible.test(name))
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(path.join(outDir, file))
          if (content.length < 1024) return
          await writeFile(path.join(outDir, `${file}.gz`), await gzip(content, { level: 9 }))
          await writeFile(path.join(outDir, `${file}.br`), await brotli(content, best))
        }),
      )
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
    load: {
      filter: { id: /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ },
      async handler(id) {
        const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:function|const|class) (\w+)/gm)].map(
          ([, name]) => name,
        )
        return `const never = () => () => { throw new Error('The pages have no JSON Schema.') }\nexport const ${names.map((name) => `${name} = never`).join(', ')}`
      },
    },
  }
}

/** The summaries of the calls are for the service's documentation alone. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contract[\\/]src[\\/]/ },
      handler: (code) => ({ code: code.replace(/\bsummary:\s*(['"`])(?:(?!\1).)*\1,?/g, ''), map: null }),
    },
  }
}

/** Only programs ask for what changed since (INTEG-2). A page neither sends nor reads the parameters for it. */
function withoutChanges(): Plugin {
  return {
    name: 'without-changes',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /contract[\\/]src[\\/]list-changes\.ts$/ },
      handler: () => `export const changesSize = 0
                      export const isOfChanges = () => false
                      export const readChangesQuery = () => ({})
                      export const readChangesSize = () => null`,
    },
  }
}

const root = import.meta.dirname
const target = 'es2023'
/** With the files of every load, the styles and the calls, this stays within the requests of UX-14. */
const mostFiles = { most: 12, mostLater: 30 }
const sources = () => [react(), withoutJsonSchema(), withoutSummaries(), withoutChanges()]

/**
 * Which modules share a file. What every load needs is two files, so that a release of ours does not make browsers load
 * libraries again; the rest follows from what pages need together.
 */
async function chunkNames(): Promise<(id: string) => string | null> {
  const { first, pieces, pages } = await readPieces({ root, plugins: sources(), build: { target } })
  const always = new Set(first)
  const planned = planChunks(pieces, { pages, ...mostFiles })
  return (id) => (always.has(id) ? (/node_modules/.test(id) ? 'vendor' : 'base') : (planned.get(id) ?? null))
}

/** As a plugin, because a tool that only reads these settings must not plan. */
function plannedFiles(): Plugin {
  return {
    name: 'planned-files',
    apply: 'build',
    async config() {
      const groups = [{ name: await chunkNames(), debugName: 'needed together' }]
      // The plan has a place for every module, and no two files that import each other.
      return {
        build: { rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } } },
      }
    },
  }
}

/** `npm run dev` (tools/dev.mjs) adds what fills the page and where the service is. */
export default defineConfig({
  root,
  plugins: [...sources(), plannedFiles(), compressedTwins()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // The first load names every other file: each character counts.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:8].js' } },
  },
})
