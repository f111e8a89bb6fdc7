import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type S3Call = { method: string; path: string; authorization: string; length: number }
export type S3Server = {
  /** The value for FILES_URL: a bucket named `portal-files` with the prefix `prod`. */
  url: URL
  objects: Map<string, Buffer>
  calls: S3Call[]
  /** The next call gets this status instead. */
  failNext: (status: number) => void
  end: () => Promise<void>
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)

/** Pages of two objects each, in the order of their keys. */
function list(response: ServerResponse, objects: Map<string, Buffer>, path: string, asked: URLSearchParams): void {
  const bucket = `${path.replace(/\/$/, '')}/`
  const after = asked.get('continuation-token') ?? ''
  const keys = [...objects.keys()].map((name) => name.slice(bucket.length)).sort()
  const found = keys.filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after)
  const page = found.slice(0, 2)
  const isCut = found.length > page.length
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}` +
        `${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
    )
}

/**
 * The part of S3 that the portal uses, over HTTP with the bucket in the path. It stores, returns, lists and deletes
 * objects, and rejects unsigned calls.
 */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const calls: S3Call[] = []
  let failure = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', headers } = request
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://s3.test')
    const authorization = headers.authorization ?? ''
    calls.push({ method, path, authorization, length: body.length })
    if (failure > 0) {
      const status = failure
      failure = 0
      return refuse(response, status, 'AccessDenied')
    }
    if (!/^AWS4-HMAC-SHA256 Credential=.*, ?SignedHeaders=.*, ?Signature=[0-9a-f]{64}$/.test(authorization))
      return refuse(response, 403, 'AccessDenied')
    if (searchParams.has('list-type')) return list(response, objects, path, searchParams)
    if (method === 'PUT') objects.set(path, body)
    const found = objects.get(path)
    if (method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    if (!found) return refuse(response, 404, 'NoSuchKey')
    return response.writeHead(200, { etag: '"1"' }).end(method === 'GET' ? found : undefined)
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`s3://portal-files/prod?endpoint=http://127.0.0.1:${port}`),
    objects,
    calls,
    failNext: (status) => {
      failure = status
    },
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
