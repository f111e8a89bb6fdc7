import type { Endpoint } from '@portal/contract/endpoint.ts'
import { escapeHtml } from '../platform/html.rules.ts'

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px; }
  h2 { margin-top: 32px; text-transform: capitalize; }
  details { border: 1px solid #8a94a3; border-radius: 6px; margin: 8px 0; padding: 8px 12px; }
  summary { cursor: pointer; } code { font-size: 14px; }
  .method { display: inline-block; min-width: 64px; font-weight: 600; }
  pre { overflow: auto; max-height: 420px; padding: 12px; border-radius: 6px; background: rgb(128 128 128 / 0.14); }`

type Operation = {
  summary: string
  description: string
  operationId: string
  parameters: unknown[]
  requestBody?: unknown
  responses: unknown
}

function operationHtml(endpoint: Endpoint, operation: Operation): string {
  const block = (title: string, value: unknown) =>
    `<h4>${title}</h4><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
  return `<details id="${endpoint.id}"><summary><span class="method">${endpoint.method}</span> <code>/v2${escapeHtml(endpoint.path)}</code> — ${escapeHtml(operation.summary)}</summary>
<p>${escapeHtml(operation.description)}</p>
${operation.parameters.length > 0 ? block('Parameters', operation.parameters) : ''}${operation.requestBody ? block('Body', operation.requestBody) : ''}${block('Answers', operation.responses)}</details>`
}

/** The same document for people: plain HTML, no script, nothing from elsewhere. */
export function documentationPage(endpoints: readonly Endpoint[], document: Record<string, unknown>): string {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const sections = Map.groupBy(endpoints, ({ id }) => id.split('.')[0] as string)
  const body = [...sections].map(([name, members]) => {
    const operations = members.map((endpoint) => {
      const path = `/v2${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      return operationHtml(endpoint, paths[path]?.[endpoint.method.toLowerCase()] as Operation)
    })
    return `<h2>${escapeHtml(name)}</h2>${operations.join('')}`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The portal's calls</title><style>${style}</style></head><body><main><h1>The portal's calls</h1>
<p>Sign in with <code>POST /v2/login</code> and send the token of its <code>authorization</code> header with every call.
As a file: <a href="/v2/openapi.json">openapi.json</a>.</p>${body.join('')}</main></body></html>`
}
