import { open, readFile } from 'node:fs/promises'
import { AppError } from '@portal/contract/errors.ts'
import {
  type AttachmentEnding,
  attachmentEndingOf,
  attachmentEndings,
} from '@portal/contract/files/attachment-types.data.ts'
import { type Message, message, severalOf } from '@portal/contract/message.ts'
import { openArchive, readPart } from '../platform/sheets/archive.ts'
import { checkXls } from '../platform/whole/compound-file.ts'
import { checkPdf } from '../platform/whole/pdf.ts'
import { checkPicture, type PictureType, pictureTypeOf } from '../platform/whole/pictures.ts'
import { decodeText, NotText } from '../platform/whole/text.ts'

const refused = (reason?: Message) => new AppError('file.not-taken', undefined, reason ? { message: reason } : {})

const starts = (head: Buffer, bytes: string) => head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1'))
const isZip = (head: Buffer) => starts(head, 'PK\x03\x04')
const isOle = (head: Buffer) => starts(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const isPdf = (head: Buffer) => head.toString('latin1').includes('%PDF-')
const isPicture = (type: PictureType) => (head: Buffer) => pictureTypeOf(head) === type
const isMarkup = (head: Buffer) => /^(\xef\xbb\xbf)?\s*<(!doctype|html|svg|script|\?xml)/i.test(head.toString('latin1'))
const isText = (head: Buffer) =>
  !isZip(head) && !isOle(head) && !starts(head, '%PDF-') && !pictureTypeOf(head) && !isMarkup(head)

type Kind = {
  /** The first bytes of the type that the name says (U2). */
  begins: (head: Buffer) => boolean
  /** Fails unless the file is complete and of its type (SEC-7). */
  check: (path: string) => Promise<void>
}
let reading: Promise<void> = Promise.resolve()
/** One at a time, since each is in memory as a whole. */
const inMemory = (check: (content: Buffer) => unknown) => (path: string) => {
  const checked = reading.then(async () => void (await check(await readFile(path))))
  reading = checked.catch(() => {})
  return checked
}
const picture = (type: PictureType): Kind => ({
  begins: isPicture(type),
  check: inMemory((content) => checkPicture(content, type)),
})
const text: Kind = {
  begins: isText,
  check: inMemory((content) => {
    try {
      decodeText(content)
    } catch (error) {
      throw error instanceof NotText && !error.isDamaged ? refused('file.not-its-type') : error
    }
  }),
}

/** Larger archives are not unpacked just to compare their checksums. */
const comparedBytes = 1_000_000_000
const maxParts = 5000
const describing = ['[Content_Types].xml', 'mimetype']
const describingBytes = 1_000_000
/** Programs, and places where documents keep them. */
const isProgram = (name: string) =>
  /vbaproject|vbadata|macrosheets\/|dialogsheets\/|activex\/|^basic\/|^scripts\/|\.(exe|dll|bat|cmd|com|js|jse|vbs|vbe|ps1|scr|hta|jar|lnk|msi|sh)$/i.test(
    name,
  )
/** An office document is an archive. All its parts must match their checksums, one names its type, and none is a program. */
const packed = (type: string): Kind => ({
  begins: isZip,
  async check(path) {
    const zip = await openArchive(path)
    const names = new Set<string>()
    let inflated = 0
    let described = ''
    try {
      for await (const entry of zip.eachEntry()) {
        if (isProgram(entry.fileName)) throw refused('file.macros')
        if (names.has(entry.fileName) || names.size === maxParts) throw new Error('It has a part twice, or too many.')
        names.add(entry.fileName)
        if (entry.isEncrypted()) throw refused('sheet.password')
        inflated += entry.uncompressedSize
        if (inflated > comparedBytes)
          throw new AppError('file.too-large', undefined, { message: 'sheet.unpacks-to-gigabyte' })
        const isDescribing = describing.includes(entry.fileName) && entry.uncompressedSize < describingBytes
        for await (const piece of readPart(zip, entry)) if (isDescribing) described += piece.toString('latin1')
      }
    } finally {
      zip.close()
    }
    if (/macroEnabled[\w.]*\+xml/i.test(described)) throw refused('file.macros')
    if (!described.includes(type)) throw refused('file.not-its-type')
  },
})
const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

const kinds: Record<AttachmentEnding, Kind> = {
  pdf: { begins: isPdf, check: inMemory(checkPdf) },
  jpg: picture('jpeg'),
  jpeg: picture('jpeg'),
  png: picture('png'),
  webp: picture('webp'),
  csv: text,
  txt: text,
  xls: {
    begins: isOle,
    check: inMemory((content) => {
      const trait = checkXls(content)
      if (trait) throw refused(trait === 'macros' ? 'file.macros' : 'sheet.password')
    }),
  },
  xlsx: packed(`${openXml}.spreadsheetml.sheet.main+xml`),
  docx: packed(`${openXml}.wordprocessingml.document.main+xml`),
  ods: packed(`${openDocument}.spreadsheet`),
  odt: packed(`${openDocument}.text`),
}

/** By the name alone, before a byte is read. */
export function demandAttachmentName(name: string): AttachmentEnding {
  const ending = attachmentEndingOf(name)
  if (!ending)
    throw refused(message('import.endings', { endings: severalOf(attachmentEndings.map((one) => `.${one}`)) }))
  return ending
}

const headBytes = 1024
/** A file's name, its first bytes and its content must agree, and it must be whole (U2, SEC-7). */
export async function demandAttachment(path: string, ending: AttachmentEnding): Promise<void> {
  const { begins, check } = kinds[ending]
  const head = Buffer.alloc(headBytes)
  const file = await open(path)
  const { bytesRead } = await file.read(head, 0, headBytes, 0).finally(() => file.close())
  // An old workbook's format also holds protected new ones.
  if (ending !== 'xls' && isOle(head))
    throw refused(/^(xlsx|docx)$/.test(ending) ? 'sheet.password' : 'file.not-its-type')
  if (!begins(head.subarray(0, bytesRead))) throw refused('file.not-its-type')
  try {
    await check(path)
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('file.damaged')
  }
}
