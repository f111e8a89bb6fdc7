import type { Figure } from '../runner/bench.ts'
import { okText, send } from '../runner/http.ts'

const most = 15
/** The answer with 50 transactions, as a browser or program gets it that takes compressed answers. */
export const wireFigure: Figure = {
  name: 'wire',
  async measure({ site, note }) {
    const headers = await site.signIn('admin@provider.test')
    const path = '/v2/fuel-transaction/authcode?size=50'
    const plain = Buffer.byteLength(await site.get(path, headers))
    const shares = new Map<string, number>()
    for (const encoding of ['br', 'gzip']) {
      const answer = await send(site.portal.port, 'GET', path, { ...headers, 'accept-encoding': encoding })
      if (answer.status !== 200) okText(answer)
      shares.set(encoding, (100 * answer.body.length) / plain)
      note(`- ${encoding}: ${answer.body.length} of ${plain} bytes`)
    }
    const share = Math.max(...shares.values())
    return [
      {
        figure: '50 transactions on the wire',
        wanted: `≤ ${most} % of the plain size`,
        ours: [...shares].map(([name, value]) => `${value.toFixed(1)} % ${name}`).join(', '),
        met: share <= most,
      },
    ]
  },
}
