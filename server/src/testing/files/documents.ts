import { picture } from '../uploads.ts'
import { makeWholeXlsx, makeXls, makeZip } from './workbooks.ts'

/** A PDF of one empty page, with `filling` as a comment. */
export function makePdf(filling: Buffer | string = ''): Buffer {
  const body = Buffer.concat([
    Buffer.from('%PDF-1.7\n%'),
    Buffer.from(filling),
    Buffer.from('\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n'),
  ])
  const end = `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 3/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.concat([body, Buffer.from(end)])
}

const contentTypes = (type: string) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
export const makeDocx = (type = wordType, others: { name: string; content: string }[] = []): Buffer =>
  makeZip([
    { name: '[Content_Types].xml', content: contentTypes(type) },
    { name: 'word/document.xml', content: '<document>Lease of tractor 4711</document>' },
    ...others,
  ])
const makeOpenDocument = (kind: 'text' | 'spreadsheet'): Buffer =>
  makeZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, isStored: true },
    { name: 'content.xml', content: '<office:document-content>Lease</office:document-content>' },
  ])

const rows = [
  ['Card', 'Driver', 'Limit'],
  ['7083050000007919', 'Zoé Lavoie', 1500.25],
  ['7083050000007920', 'André Gagné', 80],
]
/** A whole file of every kind that can be attached, by its ending. */
export async function wholeFiles(): Promise<Record<string, Buffer>> {
  const noise = picture(64, 48).composite([
    { input: Buffer.from('<svg width="64" height="48"><circle cx="20" cy="20" r="17" fill="red"/></svg>') },
  ])
  return {
    pdf: makePdf('lease'),
    png: await noise.clone().png().toBuffer(),
    jpg: await noise.clone().jpeg().toBuffer(),
    webp: await noise.clone().webp().toBuffer(),
    csv: Buffer.from(rows.map((row) => row.join(',')).join('\r\n')),
    txt: Buffer.from('Réparé à Québec, reçu à l’atelier.'),
    xls: makeXls(rows),
    xlsx: makeWholeXlsx(rows),
    docx: makeDocx(),
    ods: makeOpenDocument('spreadsheet'),
    odt: makeOpenDocument('text'),
  }
}
