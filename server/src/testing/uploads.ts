import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Ask } from './test-app.ts'

export type Sent = { content: Buffer | string; name?: string; field?: string; type?: string }
/** A form with one file, written by hand so that it can also say what no honest program would. */
export function form({ content, name = 'me.png', field = 'file', type = 'image/png' }: Sent): Required<Pick<Ask, 'body' | 'headers'>> {
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
