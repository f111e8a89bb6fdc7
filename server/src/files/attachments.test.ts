import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { attachmentEndings, attachmentTypes } from '@portal/contract/files/attachment-types.data.ts'
import { files } from '@portal/contract/files/files.ts'
import { messages } from '@portal/contract/messages.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { makeDocx, makePdf, wholeFiles } from '../testing/files/documents.ts'
import { makeZip, sheetXml, workbookParts } from '../testing/files/workbooks.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'

const { app, ask, owner } = await testApp()
const whole = await wholeFiles()
const { id } = (await ask(people.staff, cards.create, { body: cardBody() })).body
const attach = (name: string, content: Buffer | string, type = 'text/html') =>
  ask(people.staff, cardFiles.add, { params: { id }, ...form({ name, content, type }) })
const download = async (fileId: number) => {
  const { url } = (await ask(people.staff, files.presigned, { params: { id: fileId } })).body
  return app.inject({ url })
}
const count = async () =>
  Number((await owner.query(`select count(*) from files where owner_id = $1`, [id])).rows[0].count)

test('SEC-7 U2 every listed type is attached, and served as its own type whatever was declared', async () => {
  for (const ending of attachmentEndings) {
    const content = whole[ending === 'jpeg' ? 'jpg' : ending] as Buffer
    const added = await attach(`Reçu.${ending.toUpperCase()}`, content)
    expect([ending, added.status]).toEqual([ending, 201])
    const opened = await download(added.body.id)
    expect(opened.headers['content-type']).toMatch(
      new RegExp(`^${attachmentTypes[ending].replace(/[+.]/g, '\\$&')}(;|$)`),
    )
    expect(opened.rawPayload.equals(content)).toBe(true)
  }
})

const macros = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const workbook = workbookParts(sheetXml([['a']]))
const zipped = makeZip([{ name: 'a.txt', content: 'words' }])
test.each<[string, string, Buffer | string, keyof typeof messages]>([
  ['a name without an ending', 'receipt', whole.pdf as Buffer, 'import.endings'],
  ['a program', 'setup.exe', 'MZ', 'import.endings'],
  ['a program after a harmless ending', 'receipt.pdf.exe', whole.pdf as Buffer, 'import.endings'],
  ['a page', 'page.html', '<html></html>', 'import.endings'],
  ['a drawing', 'drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'import.endings'],
  ['an archive', 'files.zip', zipped, 'import.endings'],
  ['a workbook with macros', 'macros.xlsm', whole.xlsx as Buffer, 'import.endings'],
  ['a page named .txt', 'page.txt', ' <!DOCTYPE html><script>1</script>', 'file.not-its-type'],
  ['a drawing named .csv', 'page.csv', '<svg/>', 'file.not-its-type'],
  ['a program named .txt', 'setup.txt', 'MZ\0\0\x03', 'file.not-its-type'],
  ['a page named .pdf', 'page.pdf', '<html></html>', 'file.not-its-type'],
  ['a PDF named .txt', 'a.txt', whole.pdf as Buffer, 'file.not-its-type'],
  ['a JPEG named .png', 'a.png', whole.jpg as Buffer, 'file.not-its-type'],
  ['an archive named .docx', 'a.docx', zipped, 'file.not-its-type'],
  ['a document named .xlsx', 'a.xlsx', whole.docx as Buffer, 'file.not-its-type'],
  ['a workbook named .ods', 'a.ods', whole.xlsx as Buffer, 'file.not-its-type'],
  ['a macro document named .docx', 'a.docx', makeDocx(macros), 'file.macros'],
  [
    'a macro in a workbook',
    'a.xlsx',
    makeZip([...workbook, { name: 'xl/vbaProject.bin', content: 'x' }]),
    'file.macros',
  ],
  ['a program in a document', 'a.docx', makeDocx(undefined, [{ name: 'word/a.EXE', content: 'MZ' }]), 'file.macros'],
  ['an old workbook named .xlsx', 'a.xlsx', whole.xls as Buffer, 'sheet.password'],
  ['a PDF without its end', 'a.pdf', makePdf('x'.repeat(3000)).subarray(0, 2900), 'file.damaged'],
  ['a JPEG without its end', 'a.jpg', (whole.jpg as Buffer).subarray(0, -2), 'file.damaged'],
])('SEC-7 U2 %s is not attached, and the reply says why', async (_what, name, content, key) => {
  const before = await count()
  const { status, body } = await attach(name, content, 'application/pdf')
  expect([status, body.error.code]).toEqual(key === 'file.damaged' ? [400, key] : [415, 'file.not-taken'])
  expect(body.error.key ?? body.error.code).toBe(key)
  expect(body.error.message).toBe(
    key === 'import.endings'
      ? 'Choose a file that ends in .pdf, .jpg, .jpeg, .png, .webp, .csv, .txt, .xls, .xlsx, .docx, .ods or .odt.'
      : messages[key],
  )
  expect(await count()).toBe(before)
})

test('SEC-7 files stored before there was a list can still be downloaded', async () => {
  const added = await attach('old.txt', 'old')
  await owner.query(`update files set name = 'old.zip', content_type = 'application/zip' where id = $1`, [
    added.body.id,
  ])
  const opened = await download(added.body.id)
  expect([opened.statusCode, opened.payload, opened.headers['content-type']]).toEqual([200, 'old', 'application/zip'])
})
