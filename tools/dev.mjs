// `npm run dev`: the API restarts when its files change, and Vite serves the page with reload and passes /v2 on to the API.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const env = { ...process.env, PORT: process.env.PORT || '8080' }
const vite = resolve(createRequire(resolve(root, 'web/package.json')).resolve('vite/package.json'), '../bin/vite.js')
const start = (cwd, ...args) => spawn(process.execPath, args, { cwd: resolve(root, cwd), env, stdio: 'inherit' })

const children = [
  start('.', '--watch', '--watch-preserve-output', 'server/src/main.ts', '--no-web'),
  start('web', vite, '--port', '5173', '--strictPort'),
]

let status
const end = (code) => {
  if (status !== undefined) return
  status = code
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
await Promise.all(children.map((child) => new Promise((done) => child.once('exit', (code) => done(end(code ?? 1))))))
process.exit(status)
