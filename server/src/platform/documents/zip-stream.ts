import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZipEntry = {
  name: string
  /** Off for content that is compressed already. */
  compress: boolean
  content: Uint8Array | AsyncIterable<string | Uint8Array>
}

/**
 * A ZIP file written as it is read: the next entry is asked for when the one before is through, so that any number uses
 * the memory of one. An error ends the whole file, visibly.
 */
export function streamZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  let stop = (_: Error): void => {}
  const add = ({ name, compress, content }: ZipEntry): Promise<void> =>
    new Promise((resolve, reject) => {
      stop = reject
      zip.addReadStreamLazy(name, { compress }, (give) => {
        const body = content instanceof Uint8Array ? Readable.from([content]) : Readable.from(content)
        stop = (error) => {
          body.destroy()
          reject(error)
        }
        // yazl does not handle errors of its input streams.
        body.on('error', reject).on('end', resolve)
        give(null, body)
      })
    })
  const addAll = async () => {
    for await (const entry of entries) await add(entry)
    zip.end()
  }
  out.on('close', () => stop(new Error('The client closed the connection.')))
  zip.on('error', (error: Error) => out.destroy(error))
  addAll().catch((error: Error) => out.destroy(error))
  return out
}
