// `npm run build` builds the web app into web/dist, as `npm start` does when it changed. The server needs no build.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../server/src/platform/http/web-build.ts'

const root = resolve(fileURLToPath(import.meta.url), '../..')
try {
  await buildWeb(root, console.log)
  console.log('The web app is built.')
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
