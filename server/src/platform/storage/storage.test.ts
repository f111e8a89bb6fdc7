import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { startS3 } from '../../testing/s3-server.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { asAppError } from '../http/errors.ts'
import { shownName } from '../http/uploads.ts'
import { openStorage } from './open-storage.ts'
import { ContentMissing, openFolder } from './storage.ts'
import { openBucket } from './storage-s3.ts'
import { openWorkFolder } from './work-folder.ts'

const root = await mkdtemp(join(tmpdir(), 'portal-test-store-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const own = await openWorkFolder(join(root, 'own'))
const store = await openStorage(pathToFileURL(root).href, own)
const found = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
async function* chunks(...parts: (string | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield Buffer.from(part)
  }
}

test('FILE-2 stored content can be read and removed', async () => {
  const stored = await store.put(chunks('fuel', ' and ', 'cards'), 100)
  expect([stored.size_bytes, stored.sha256.length]).toEqual([14, 32])
  expect(Buffer.concat(await (await store.get(stored.storage_key)).toArray()).toString()).toBe('fuel and cards')
  expect(await store.presign(stored.storage_key, { name: 'a', type: 'b' }, 1)).toBeNull()
  await store.remove(stored.storage_key)
  await store.remove(stored.storage_key)
  await expect(store.get(stored.storage_key)).rejects.toThrow(ContentMissing)
  expect(await found()).toEqual([])
})

test('U1 aborted or oversized content leaves nothing behind', async () => {
  await expect(store.put(chunks('half', new Error('aborted')), 100)).rejects.toThrow('aborted')
  await expect(store.put(chunks('12345', '67890', '!'), 10)).rejects.toMatchObject({ code: 'file.too-large' })
  expect(await found()).toEqual([])
  const { storage_key } = await store.put(chunks('12345', '67890'), 10)
  await store.remove(storage_key)
})

test('FILE-2 C3 a full disk is a clear error, leaves nothing behind, and the store goes on', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  await expect(store.put(chunks('half', full), 100)).rejects.toMatchObject({ code: 'file.no-room', status: 507 })
  expect(await found()).toEqual([])
  const database = Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })
  expect(asAppError(database)).toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 3 })
  const { storage_key } = await store.put(chunks('whole'), 100)
  await store.remove(storage_key)
})

test('C1 a later start removes what a crash left half written, and keeps what is being written', async () => {
  for (const name of ['old', 'new']) await writeFile(join(root, 'incoming', name), 'half')
  await utimes(join(root, 'incoming', 'old'), 1, 1)
  await openFolder(root)
  expect(await found()).toEqual(['new'])
  await rm(join(root, 'incoming', 'new'))
})

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' }
test('FILE-2 FILE-1 a bucket file’s address is signed by the bucket’s own rules, for one key and a limited time', async () => {
  const bucket = openBucket(new URL('s3://portal-files/prod/?region=ca-central-1'), own, credentials)
  const url = new URL((await bucket.presign('0123abcd', { name: 'été.webp', type: 'image/webp' }, 300)) as string)
  expect([url.host, url.pathname]).toEqual(['portal-files.s3.ca-central-1.amazonaws.com', '/prod/0123abcd'])
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': expect.stringMatching(/^AKIDEXAMPLE\/\d{8}\/ca-central-1\/s3\/aws4_request$/),
    'X-Amz-Expires': '300',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
    'response-content-type': 'image/webp',
    'response-content-disposition': `attachment; filename="_t_.webp"; filename*=UTF-8''%C3%A9t%C3%A9.webp`,
  })
  const other = openBucket(new URL('s3://files?endpoint=https://store.example:9000'), own, credentials)
  const elsewhere = new URL((await other.presign('0123abcd', { name: 'a', type: 'text/plain' }, 300)) as string)
  expect([elsewhere.host, elsewhere.pathname]).toEqual(['store.example:9000', '/files/0123abcd'])
})

test('FILE-2 U1 a bucket stores, returns and removes content, every call is signed, and no partial upload reaches it', async () => {
  const s3 = await startS3()
  const aside = await mkdtemp(join(root, 'aside-'))
  // Temporary files stay in this folder only, since they may hold card numbers.
  vi.stubEnv('TMPDIR', '/nowhere')
  try {
    const bucket = openBucket(s3.url, await openWorkFolder(aside), credentials)
    const large = 'x'.repeat(3_000_000)
    const stored = await bucket.put(chunks('fuel', ' and ', large), 5_000_000)
    const path = `/portal-files/prod/${stored.storage_key}`
    expect([...s3.objects.keys()]).toEqual([path])
    expect(s3.objects.get(path)?.equals(Buffer.from(`fuel and ${large}`))).toBe(true)
    expect(stored.size_bytes).toBe(3_000_009)
    expect(Buffer.concat(await (await bucket.get(stored.storage_key)).toArray()).length).toBe(3_000_009)
    await bucket.remove(stored.storage_key)
    await bucket.remove(stored.storage_key)
    expect(s3.objects.size).toBe(0)
    await expect(bucket.get(stored.storage_key)).rejects.toThrow(ContentMissing)
    expect(s3.calls.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE', 'DELETE', 'GET'])
    expect(
      s3.calls.every(({ authorization }) => authorization.startsWith('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/')),
    ).toBe(true)

    await expect(bucket.put(chunks('half', new Error('aborted')), 100)).rejects.toThrow('aborted')
    await expect(bucket.put(chunks('12345', '67890', '!'), 10)).rejects.toMatchObject({ code: 'file.too-large' })
    expect(s3.calls).toHaveLength(5)
    s3.failNext(403)
    await expect(bucket.put(chunks('words'), 100)).rejects.toMatchObject({ name: 'AccessDenied' })
    s3.failNext(403)
    await expect(bucket.get(stored.storage_key)).rejects.not.toBeInstanceOf(ContentMissing)
    expect(s3.objects.size).toBe(0)
    expect(await readdir(aside)).toEqual([])
  } finally {
    vi.unstubAllEnvs()
    await s3.end()
    await rm(aside, { recursive: true, force: true })
  }
})

test('OPS-1 a backup’s content is stored under its own key, and all keys are listed, in a folder and in a bucket', async () => {
  const s3 = await startS3()
  const aside = await mkdtemp(join(root, 'aside-'))
  try {
    const bucket = openBucket(s3.url, await openWorkFolder(aside), credentials)
    s3.objects.set('/portal-files/other/0', Buffer.from('of another portal'))
    for (const storage of [bucket, await openFolder(join(root, 'restored'))]) {
      const keys = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
      for (const key of keys) await storage.putBack(key, chunks(`content of ${key}`))
      await storage.putBack(keys[0] ?? '', chunks('replaced'))
      expect((await Array.fromAsync(storage.keys())).sort()).toEqual(keys)
      expect((await (await storage.get(keys[0] ?? '')).toArray()).join('')).toBe('replaced')
    }
  } finally {
    await s3.end()
    await rm(aside, { recursive: true, force: true })
  }
})

test('FILE-2 a bucket without a region is rejected at start', async () => {
  const before = process.env.AWS_REGION
  delete process.env.AWS_REGION
  try {
    await expect(openStorage('s3://portal-files/prod', own)).rejects.toThrow(
      'FILES_URL names a bucket without its region',
    )
  } finally {
    if (before !== undefined) process.env.AWS_REGION = before
  }
})

test('FILE-2 an unusable folder is rejected at start', async () => {
  await writeFile(join(root, 'a-file'), '')
  await expect(openFolder(join(root, 'a-file'))).rejects.toThrow(/^Files cannot be stored in .* set FILES_URL/)
})

test('E2 file names are for display: no paths, control characters or headers', () => {
  expect(
    ['../../a.txt', 'c:\\b.txt', 'x\r\nset-cookie: a=b.txt', '\u202Egnp.exe', '..', '', undefined].map(shownName),
  ).toEqual(['a.txt', 'b.txt', 'xset-cookie: a=b.txt', 'gnp.exe', 'file', 'file', 'file'])
  expect(shownName('é'.repeat(300))).toHaveLength(200)
  expect(contentDisposition('a"\r\nb.csv')).toBe(`attachment; filename="a___b.csv"; filename*=UTF-8''a%22%0D%0Ab.csv`)
})
