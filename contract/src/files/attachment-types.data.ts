/**
 * The files that can be attached, by the ending of their names, with the type they are served as. Each can be checked
 * for being whole, and none runs anything (SEC-7).
 */
export const attachmentTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  csv: 'text/csv',
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
} as const
export type AttachmentEnding = keyof typeof attachmentTypes
export const attachmentEndings = Object.keys(attachmentTypes) as AttachmentEnding[]

/** Null for a name without an ending from the list. */
export function attachmentEndingOf(name: string): AttachmentEnding | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(attachmentTypes, ending) ? (ending as AttachmentEnding) : null
}
