import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { numberFrom, onGrownPortal } from '../runner/demo-site.ts'

const size = { companies: 50, cards: 2000, transactions: numberFrom('TRANSACTIONS', 5000) }
const requests = numberFrom('REQUESTS', 400)
const transactions = '/v2/fuel-transaction/authcode?size=50'
const paths = [transactions, '/v2/fuel-card-management?size=50', '/v2/fuel-card-management?size=10', '/v2/dashboard']

const brotli = (quality: number) => (text: string) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
const gzip = (level: number) => (text: string) => gzipSync(text, { level })
const encoders = {
  ...Object.fromEntries([1, 3, 4, 5, 6, 9].map((quality) => [`br ${quality}`, brotli(quality)])),
  ...Object.fromEntries([1, 4, 6, 9].map((level) => [`gzip ${level}`, gzip(level)])),
}

/** Size and CPU of each level over one answer, in this process. */
function tryLevels(path: string, text: string): void {
  console.log(`\n${path}: ${text.length} bytes\n\n| encoding | bytes | of the plain size | CPU ms |\n|---|---|---|---|`)
  for (const [name, encode] of Object.entries(encoders)) {
    const { length } = encode(text)
    const rounds = 100
    for (let warm = 0; warm < 20; warm++) encode(text)
    const before = process.cpuUsage()
    for (let round = 0; round < rounds; round++) encode(text)
    const { user, system } = process.cpuUsage(before)
    const share = ((length / text.length) * 100).toFixed(1)
    console.log(`| ${name} | ${length} | ${share} % | ${((user + system) / 1000 / rounds).toFixed(2)} |`)
  }
}

await onGrownPortal({ size }, async (portal) => {
  const admin = await portal.signIn('admin@provider.test')
  for (const path of paths) tryLevels(path, await portal.get(path, admin))
  console.log(
    `\n50 transactions, asked ${requests} times\n\n| Accept-Encoding | response ms | CPU ms server |\n|---|---|---|`,
  )
  for (const encoding of ['identity', 'gzip', 'br', 'identity', 'gzip', 'br']) {
    const headers = { ...admin, 'accept-encoding': encoding }
    const { wall, server } = await portal.measure(requests, () => portal.get(transactions, headers))
    console.log(`| ${encoding} | ${wall.toFixed(1)} | ${server.toFixed(2)} |`)
  }
})
