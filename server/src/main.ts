import { enableCompileCache } from 'node:module'
import { compiledFolder } from './process/compiled.ts'

enableCompileCache(compiledFolder)
// Only what is loaded from here on is kept compiled.
await import('./run.ts')
