import { open } from 'node:fs/promises'
import { type Message, message } from '@portal/contract/message.ts'
import { type Sheet, SheetRefusal } from './sheet.ts'

export type SheetType = 'csv' | 'xls' | 'xlsx'
export const sheetTypeOf = (name: string): SheetType | null =>
  (/\.(csv|xls|xlsx)$/i.exec(name)?.[1]?.toLowerCase() as SheetType) ?? null

const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
const isOle = (head: Buffer) => head.subarray(0, 8).equals(Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'))
const isMarkup = (head: Buffer) =>
  /^\s*(\uFEFF)?<(!doctype|html|table|\?xml|script|head|body|meta)/i.test(head.toString('utf8'))

/**
 * A file's declared type must match its content (U2). Spreadsheets open a web page or a list named .xls with a warning;
 * the portal rejects it.
 */
export function typeFault(type: SheetType, head: Buffer): Message | null {
  if (type === 'xlsx') {
    if (isOle(head)) return 'sheet.xlsx-is-xls'
    return isZip(head) ? null : 'sheet.not-xlsx'
  }
  if (type === 'xls') {
    if (isMarkup(head)) return 'sheet.xls-is-page'
    return isOle(head) ? null : 'sheet.not-xls'
  }
  return isZip(head) || isOle(head) ? 'sheet.csv-is-workbook' : null
}

/** Why a file that can only be CSV is refused. */
export function textFileFault({ name, content }: { name: string; content: Buffer }): Message | null {
  if (!/\.(csv|txt)$/i.test(name)) return message('import.endings', { endings: '.csv|.txt' })
  return typeFault('csv', content.subarray(0, 512)) && 'sheet.only-csv'
}

/** Each reader is loaded on demand: the one for .xls is large. */
const openers: Record<SheetType, (path: string) => Promise<Sheet>> = {
  csv: async (path) => (await import('./csv-read.ts')).openCsv(path),
  xls: async (path) => (await import('./xls.ts')).openXls(path),
  xlsx: async (path) => (await import('./xlsx.ts')).openXlsx(path),
}

/** The first sheet of a file, whatever its format. */
export async function openSheet(path: string, type: SheetType): Promise<Sheet> {
  const file = await open(path)
  const head = Buffer.alloc(512)
  const { bytesRead } = await file.read(head, 0, head.length, 0).finally(() => file.close())
  const fault = typeFault(type, head.subarray(0, bytesRead))
  if (fault) throw new SheetRefusal(fault)
  return openers[type](path)
}
