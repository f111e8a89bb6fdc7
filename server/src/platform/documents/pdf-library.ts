import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
/** A document of the library, which loads with the first: its fonts take 12 MB. */
export function newDocument(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const Document: typeof PDFDocument = require('pdfkit')
  return new Document(options)
}
