import type { BareName } from './bare-statements.ts'
import type { Bench } from './bench.ts'
import { cpuOf } from './cpu.ts'
import { okText, send } from './http.ts'
import { alternate, cpuSum, cpuText } from './measure.ts'
import type { Row } from './table.ts'

type Asked = {
  figure: string
  most: number
  /** One request to the portal; returns the answer's text. */
  ours(n: number): Promise<string>
  bare: BareName
  idOf(n: number): string | number
  rows: number
  isWrite?: true
}

/** Compares one request with the bare server's statement that returns as many bytes. */
export async function besideBare(bench: Bench, { figure, most, ours, bare, idOf, rows, isWrite }: Asked): Promise<Row> {
  const { site, bare: server, isLong } = bench
  const askBare = async (n: number, room: number): Promise<string> => {
    const path = `/${bare}?id=${idOf(n)}&room=${room}`
    return okText(await send(server.port, isWrite ? 'PUT' : 'GET', path, {}, isWrite && { driver_name: `Driver ${n}` }))
  }
  const wanted = Buffer.byteLength(await ours(0))
  const room = Math.max(0, Math.round((wanted - Buffer.byteLength(await askBare(0, 0))) / rows))
  const long = Buffer.byteLength(await askBare(0, room))
  const [portal, limit] = await alternate(
    [
      { once: ours, cpu: site.cpu },
      { once: (n) => askBare(n, room), cpu: () => cpuOf(server.pid, site.postmaster) },
    ],
    { rounds: 5, requests: isLong ? 3000 : 1000 },
  )
  if (!portal || !limit) throw new Error(`${figure} was not measured`)
  const ratio = cpuSum(portal) / cpuSum(limit)
  bench.note(
    `- ${figure}: ${cpuText(portal)} (server + PostgreSQL) for ${wanted} bytes; bare ${cpuText(limit)} for ${long} bytes`,
  )
  return {
    figure: `${figure} ÷ bare`,
    wanted: `≤ ${most}`,
    ours: `${cpuSum(portal).toFixed(2)} ms of CPU, bare ${cpuSum(limit).toFixed(2)}`,
    ratio: ratio.toFixed(2),
    met: ratio <= most,
  }
}
