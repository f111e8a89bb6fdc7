import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { files } from '@portal/contract/files/files.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { form, picture, type SentFile } from '../testing/uploads.ts'

const { app, ask, owner, clock, later, folder, tokenOf } = await testApp()
const send = (sent: SentFile, who: string = people.desk) => ask(who, files.setPicture, form(sent))
const idIn = (address: string) => Number(/files\/(\d+)\/picture/.exec(address)?.[1])
const kept = async () => (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name))
const rowsOf = async () =>
  (await owner.query('select id::int, name, content_type, company_id::int, owner_type from files order by id')).rows
const good = await picture().png().toBuffer()
const fetchAt = (url: string) => app.inject({ url })

test('PROF-2 PROF-1 U7 a picture is redrawn small, as WebP and without its metadata', async () => {
  const large = await picture(1600, 900)
    .withExif({ IFD0: { Copyright: 'Taken at home' } })
    .jpeg()
    .toBuffer()
  expect(large.includes('Taken at home')).toBe(true)
  const answer = await send({ content: large, name: 'holiday.jpeg', type: 'image/jpeg' })
  expect([answer.status, answer.body.profile_img]).toEqual([200, expect.stringMatching(/^\/v2\/files\/\d+\/picture$/)])
  expect((await ask(people.desk, profiles.user)).body).toEqual(answer.body)
  const shown = await app.inject({
    url: answer.body.profile_img,
    headers: { authorization: await tokenOf(people.desk) },
  })
  const { format, width, height, exif, xmp, icc } = await sharp(shown.rawPayload).metadata()
  expect({ format, width, height, exif, xmp, icc }).toEqual({ format: 'webp', width: 512, height: 288 })
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'inline; filename="holiday.webp"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'no-store',
  })
})

test('PROF-2 a new picture replaces the old one and its content; the audit log records it', async () => {
  const first = idIn((await send({ content: good })).body.profile_img)
  const before = await kept()
  const second = (await send({ content: await picture().webp().toBuffer(), name: 'two.webp' })).body.profile_img
  const after = await kept()
  expect([after.length, after.some((name) => before.includes(name))]).toEqual([before.length, false])
  expect((await rowsOf()).map(({ id }) => id)).not.toContain(first)
  expect((await ask(people.desk, files.picture, { params: { id: first } })).status).toBe(404)
  const { rows } = await owner.query(
    'select action, record_type, user_email, after from audit_log order by id desc limit 1',
  )
  expect(rows[0]).toEqual({
    action: 'files.setPicture',
    record_type: 'user',
    user_email: people.desk,
    after: { picture: 'two.webp' },
  })
  const login = await ask(null, session.login, { body: { username: people.desk, password: demoPassword } })
  expect(login.body).toMatchObject({ profile_img: second, companyImage: null })
})

test('PROF-2 PROF-3 a picture and a logo are removed with their content by the users who can set them; the audit log records it', async () => {
  const before = await kept()
  await send({ content: good }, people.clerk)
  await ask(people.northline, files.setLogo, form({ content: good }))
  expect(await kept()).toHaveLength(before.length + 2)
  const gone = await ask(people.clerk, files.removePicture)
  expect([gone.status, gone.body.profile_img, gone.body.email]).toEqual([200, null, people.clerk])
  expect((await ask(people.clerk, profiles.user)).body).toEqual(gone.body)
  expect((await ask(people.desk, files.removeLogo)).status).toBe(403)
  expect((await ask(people.northline, files.removeLogo)).body).toMatchObject({
    name: 'Northline Haulage',
    profile_img: null,
  })
  expect((await ask(people.northline, files.removeLogo)).status).toBe(200)
  expect(await kept()).toEqual(before)
  const { rows } = await owner.query(
    `select action, user_email, record_label from audit_log where action like 'files.remove%' order by id limit 2`,
  )
  expect(rows).toEqual([
    { action: 'files.removePicture', user_email: people.clerk, record_label: people.clerk },
    { action: 'files.removeLogo', user_email: people.northline, record_label: 'Northline Haulage' },
  ])
})

const header = (width: number, height: number) => {
  const bomb = Buffer.from(good)
  bomb.writeUInt32BE(width, 16)
  bomb.writeUInt32BE(height, 20)
  // Give the header a valid checksum, so that only its size is rejected.
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  return bomb
}
const jpeg = await picture(800, 800).jpeg().toBuffer()
test.each<[string, SentFile, number, string]>([
  [
    'SVG',
    {
      content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      name: 'a.svg',
      type: 'image/svg+xml',
    },
    415,
    'file.not-picture',
  ],
  ['HTML named .png', { content: '<!doctype html><script>alert(1)</script>' }, 415, 'file.not-picture'],
  ['GIF', { content: await picture().gif().toBuffer(), type: 'image/gif' }, 415, 'file.not-picture'],
  ['a truncated JPEG', { content: jpeg.subarray(0, jpeg.length / 2) }, 400, 'file.bad-picture'],
  ['a truncated PNG', { content: good.subarray(0, good.length - 30) }, 400, 'file.bad-picture'],
  ['20,000 by 20,000 pixels', { content: header(20_000, 20_000) }, 400, 'file.bad-picture'],
  [
    'a good picture of 25.5 million pixels',
    { content: await picture(5100, 5000).png().toBuffer() },
    400,
    'file.bad-picture',
  ],
  ['more than 5 MB', { content: Buffer.concat([good, Buffer.alloc(5 * 1024 * 1024)]) }, 413, 'file.too-large'],
  ['far more than 5 MB', { content: Buffer.alloc(6 * 1024 * 1024) }, 413, 'file.too-large'],
  ['nothing', { content: '' }, 400, 'request.invalid'],
  ['another field', { content: good, field: 'picture' }, 400, 'request.invalid'],
])('PROF-2 U2 U3 %s is rejected, and nothing is stored', async (_what, sent, status, code) => {
  const before = [await kept(), await rowsOf(), await readdir(join(folder, 'incoming'))]
  const answer = await send(sent)
  expect([answer.status, answer.body.error.code]).toEqual([status, code])
  expect([await kept(), await rowsOf(), await readdir(join(folder, 'incoming'))]).toEqual(before)
})

test('CARD-13 RATE-1 a form without the file says that it is required', async () => {
  for (const [who, endpoint] of [
    [people.desk, files.setPicture] as const,
    [people.staff, cardImports.upload] as const,
  ]) {
    const { body } = await ask(who, endpoint, form({ content: good, field: 'other' }))
    expect(body.error.fields).toEqual({ file: 'File is required' })
  }
})

test('API-2 a body that is not a form is rejected, and other endpoints accept no forms', async () => {
  const json = await ask(people.desk, files.setPicture, { body: { file: 'x' } })
  expect([json.status, json.body.error.code]).toEqual([415, 'request.media-type'])
  const elsewhere = await ask(people.desk, profiles.update, form({ content: good }))
  expect([elsewhere.status, elsewhere.body.error.code]).toEqual([415, 'request.media-type'])
})

test('PROF-2 U7 a script appended to a picture is not stored', async () => {
  const answer = await send({ content: Buffer.concat([good, Buffer.from('<script>alert("tail")</script>')]) })
  const shown = await app.inject({
    url: answer.body.profile_img,
    headers: { authorization: await tokenOf(people.desk) },
  })
  expect((await sharp(shown.rawPayload).metadata()).format).toBe('webp')
  expect(shown.rawPayload.includes('script')).toBe(false)
})

test('E2 a file name loses paths, line breaks and header quotes', async () => {
  for (const [given, name] of [
    ['../../etc/passwd.png', 'passwd.webp'],
    ['..\\\\..\\\\boot.png', 'boot.webp'],
    ['été ☀.png', 'été ☀.webp'],
    ['.htaccess.png', 'htaccess.webp'],
    [`${'x'.repeat(400)}.png`, `${'x'.repeat(190)}.webp`],
  ] as const) {
    const answer = await send({ content: good, name: given })
    expect([given, answer.status, (await rowsOf()).at(-1).name]).toEqual([given, 200, name])
  }
  const { body } = await send({ content: good, name: 'été.png' })
  const { url } = (await ask(people.desk, files.presigned, { params: { id: idIn(body.profile_img) } })).body
  expect((await fetchAt(url)).headers['content-disposition']).toBe(
    `attachment; filename="_t_.webp"; filename*=UTF-8''%C3%A9t%C3%A9.webp`,
  )
})

test('FILE-1 a signed address opens one file, for anyone who has it, for five minutes', async () => {
  const id = idIn((await send({ content: good })).body.profile_img)
  const other = idIn((await send({ content: good }, people.northline)).body.profile_img)
  const { url } = (await ask(people.desk, files.presigned, { params: { id } })).body as { url: string }
  const opened = await fetchAt(url)
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(opened.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; /),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox;/),
  })
  const [key] = (await owner.query('select storage_key from files where id = $1', [id])).rows
  expect(opened.rawPayload).toEqual(await readFile(join(folder, key.storage_key.slice(0, 2), key.storage_key)))

  const change = (changes: Record<string, string>, to = id) => {
    const link = new URL(url, 'http://portal.test')
    for (const [name, value] of Object.entries(changes)) link.searchParams.set(name, value)
    return `/v2/files/${to}/content${link.search}`
  }
  const expires = String(Math.floor(clock.now.getTime() / 1000) + 9999)
  const signature = new URL(url, 'http://portal.test').searchParams.get('signature') as string
  for (const forged of [
    change({ expires }),
    change({ scope: '1' }),
    change({}, other),
    change({ signature: 'A'.repeat(43) }),
    change({ signature: signature.slice(0, -2) }),
    change({ signature: '' }),
    `/v2/files/${id}/content`,
  ]) {
    const refused = await fetchAt(forged)
    expect([forged, refused.statusCode, refused.json().error.code]).toEqual([forged, 404, 'record.not-found'])
  }
  later(299_000)
  expect((await fetchAt(url)).statusCode).toBe(200)
  later(2_000)
  expect((await fetchAt(url)).json().error.code).toBe('record.not-found')
})

test('FILE-1 PERM-7 a customer’s file is not found by another, and a card’s file only by users who see cards', async () => {
  const id = idIn((await send({ content: good })).body.profile_img)
  for (const endpoint of [files.presigned, files.picture]) {
    expect([endpoint.id, (await ask(people.prairie, endpoint, { params: { id } })).body.error.code]).toEqual([
      endpoint.id,
      'record.not-found',
    ])
    expect((await ask(people.northline, endpoint, { params: { id } })).status).toBe(200)
  }
  await owner.query(`update users set levels = '{}' where email = $1`, [people.desk])
  await owner.query(`update files set owner_type = 'card' where id = $1`, [id])
  expect((await ask(people.desk, files.presigned, { params: { id } })).status).toBe(404)
  expect((await ask(people.northline, files.presigned, { params: { id } })).status).toBe(200)
  expect((await ask(people.northline, files.picture, { params: { id } })).status).toBe(404)
})

test('FILE-1 PERM-7 the database itself rejects a foreign file as a picture', async () => {
  const foreign = idIn((await send({ content: good }, people.prairie)).body.profile_img)
  await expect(
    owner.query('update users set picture_file_id = $1 where email = $2', [foreign, people.northline]),
  ).rejects.toThrow('foreign key')
})

test('PROF-3 NAV-3 Admins set the company’s logo; its users and switched staff see it', async () => {
  expect((await ask(people.desk, files.setLogo, form({ content: good }))).status).toBe(403)
  const set = await ask(people.northline, files.setLogo, form({ content: good, name: 'logo.png' }))
  expect([set.status, set.body.name]).toEqual([200, 'Northline Haulage'])
  expect((await ask(people.desk, profiles.company)).body).toEqual(set.body)
  expect((await ask(people.prairie, profiles.company)).body.profile_img).toBeNull()
  const { rows } = await owner.query(
    'select action, record_type, record_label from audit_log where action like $1 order by id desc limit 1',
    ['files%'],
  )
  expect(rows[0]).toEqual({ action: 'files.setLogo', record_type: 'company', record_label: 'Northline Haulage' })
  const login = await ask(null, session.login, { body: { username: people.staff, password: demoPassword } })
  const headers = { authorization: String(login.headers.authorization) }
  const switched = await ask(null, switching.to, { params: { id: set.body.id }, headers })
  expect(switched.body).toMatchObject({ companyImage: set.body.profile_img, profile_img: null })
  const acting = { authorization: String(switched.headers.authorization) }
  expect((await ask(null, files.picture, { params: { id: idIn(set.body.profile_img) }, headers: acting })).status).toBe(
    200,
  )
  expect((await ask(null, files.removePicture, { headers: acting })).body.error.code).toBe('profile.switched')
  const upload = form({ content: good })
  expect(
    (await ask(null, files.setPicture, { body: upload.body, headers: { ...upload.headers, ...acting } })).body.error
      .code,
  ).toBe('profile.switched')
})

test('NAV-3 a page shows a picture with its cookie; another site’s page cannot', async () => {
  const { profile_img } = (await send({ content: good }, people.prairie)).body
  const cookie = `authorization=${await tokenOf(people.prairie)}`
  const from = (site: string) =>
    app.inject({ url: profile_img, headers: { cookie, 'sec-fetch-site': site, 'sec-fetch-dest': 'image' } })
  expect([(await from('same-origin')).statusCode, (await from('cross-site')).statusCode]).toEqual([200, 403])
})

test('U1 an aborted upload leaves nothing behind', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const before = [await kept(), await rowsOf()]
  const { body, headers } = form({ content: Buffer.concat([good, Buffer.alloc(1_000_000)]) })
  const options = { port: (app.server.address() as AddressInfo).port, path: '/v2/profile/picture', method: 'POST' }
  const call = httpRequest({
    ...options,
    headers: {
      ...headers,
      authorization: await tokenOf(people.desk),
      'content-length': String((body as Buffer).length),
    },
  })
  call.on('error', () => {})
  call.write((body as Buffer).subarray(0, 300_000))
  const [socket] = (await once(app.server, 'connection')) as [Socket]
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(300_000)
  call.destroy()
  await expect.poll(() => socket.destroyed).toBe(true)
  expect([await kept(), await rowsOf(), await readdir(join(folder, 'incoming'))]).toEqual([...before, []])
  expect((await send({ content: good })).status).toBe(200)
})

test('U1 if a picture’s row cannot be written, its content is removed and the old picture stays', async () => {
  const { profile_img } = (await ask(people.northline, profiles.user)).body
  const before = await kept()
  await owner.query('revoke insert on files from portal_customer')
  expect((await send({ content: good }, people.northline)).status).toBe(500)
  await owner.query('grant insert on files to portal_customer')
  expect([await kept(), (await ask(people.northline, profiles.user)).body.profile_img]).toEqual([before, profile_img])
})

test('FILE-3 content missing from the store is reported as not found', async () => {
  const id = idIn((await send({ content: good })).body.profile_img)
  await owner.query(`update files set storage_key = repeat('0', 32) where id = $1`, [id])
  expect((await ask(people.desk, files.picture, { params: { id } })).body.error.code).toBe('record.not-found')
})
