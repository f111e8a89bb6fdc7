import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Ask } from './test-app.ts'

export type SentFile = {
  content: Buffer | string
  name?: string
  field?: string
  type?: string
  before?: Record<string, string>
  after?: Record<string, string>
}
/** A form with one file and fields before and after it, built by hand so that tests can also build invalid ones. */
export function form({
  content,
  name = 'me.png',
  field = 'file',
  type = 'image/png',
  before = {},
  after = {},
}: SentFile): Required<Pick<Ask, 'body' | 'headers'>> {
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const fields = (values: Record<string, string>) =>
    Object.entries(values).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
  const ahead = Buffer.from([...fields(before), head].join(''))
  const behind = Buffer.from(['\r\n', ...fields(after), `--${boundary}--\r\n`].join(''))
  const body = Buffer.concat([ahead, Buffer.from(content), behind])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
