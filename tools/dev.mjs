// `npm run dev` restarts the service when its files change. Vite serves the web app with live reload and proxies /v2 to
// the service. This process owns the embedded database, so that a changed file does not restart it.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { readConfig } from '../server/src/process/config.ts'
import { sayFault } from '../server/src/process/say-fault.ts'
import { developmentPage } from './development-page.ts'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const allInterfaces = new Set(['0.0.0.0', '::'])

async function openDatabase({ database, dataDir, demo }) {
  if (database.kind === 'external') return { env: {}, stop: async () => {} }
  const { ownerUrl, appUrl, gateUrl, stop } = await startEmbedded({ dataDir, log: console.log })
  const urls = { DATABASE_URL: appUrl, DATABASE_GATE_URL: gateUrl, DATABASE_OWNER_URL: ownerUrl }
  return { env: { ...urls, DEMO: demo ? 'on' : 'off' }, stop }
}

async function servePage({ port, host, brands, passwordMinLength }) {
  const { createServer } = await import(pathToFileURL(createRequire(join(root, 'web/package.json')).resolve('vite')))
  const proxy = { '/v2': `http://${allInterfaces.has(host) ? '127.0.0.1' : host}:${port}` }
  const page = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    plugins: [developmentPage({ brands, passwordMinLength })],
    server: { port: Number(process.env.DEV_PORT || 5173), strictPort: true, proxy },
  })
  await page.listen()
  console.log(`The web app with live reload is at http://localhost:${page.config.server.port}`)
  return page
}

const closers = []
let status
async function end(code) {
  if (status !== undefined) return
  status = code
  for (let close = closers.pop(); close; close = closers.pop()) await close()
  process.exit(status)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))

try {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  closers.push(database.stop)
  const env = { ...process.env, ...database.env }
  const service = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts', '--no-web'], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  const ended = new Promise((done) => service.once('exit', done))
  ended.then((code) => end(code ?? 1))
  closers.push(() => service.kill('SIGTERM') && ended)
  const page = await servePage(config)
  closers.push(() => page.close())
} catch (error) {
  sayFault(error)
  await end(1)
}
