import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { StartError } from '../../process/start-error.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { ContentMissing, type Storage, type Stored, spoolAside } from './storage.ts'
import type { WorkFolder } from './work-folder.ts'

type Credentials = { accessKeyId: string; secretAccessKey: string }
/**
 * `s3://bucket/prefix`, with `?endpoint=https://…` for a store other than Amazon's. The client finds its credentials
 * itself, such as in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
 */
export function openBucket(url: URL, aside: WorkFolder, credentials?: Credentials): Storage {
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region') ?? process.env.AWS_REGION ?? (endpoint ? 'us-east-1' : null)
  if (!region)
    throw new StartError('FILES_URL names a bucket without its region: add ?region=… to it, or set AWS_REGION.')
  const client = new S3Client({
    region,
    // Other stores rarely support a host name per bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    // Older stores reject the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  const at = (key: string) => ({ Bucket: url.hostname, Key: prefix ? `${prefix}/${key}` : key })
  const send = ({ storage_key, size_bytes }: Stored, Body: Readable) =>
    client.send(new PutObjectCommand({ ...at(storage_key), Body, ContentLength: size_bytes }))
  return {
    put: (content, maxBytes, check) => spoolAside(aside, content, maxBytes, send, check),
    putBack: (key, content) => spoolAside(aside, content, Number.POSITIVE_INFINITY, send, undefined, key),
    async *keys() {
      const { Bucket, Key: Prefix } = at('')
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        yield* (page.Contents ?? []).map(({ Key = '' }) => Key.slice(Prefix.length))
    },
    async get(key) {
      const found = await client.send(new GetObjectCommand(at(key))).catch((error: Error) => {
        throw error.name === 'NoSuchKey' ? new ContentMissing(key) : error
      })
      return found.Body as Readable
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    presign: (key, { name, type }, expiresIn) => {
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: type,
        ResponseContentDisposition: contentDisposition(name),
      })
      return getSignedUrl(client, command, { expiresIn })
    },
  }
}
