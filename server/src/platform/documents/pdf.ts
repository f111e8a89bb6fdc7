import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { nextTurn } from '../jobs/turns.ts'
import type { DocumentLanguage } from './document-format.ts'
import { newDocument } from './pdf-library.ts'
import { type Face, fitText, fontNames, furtherFont, literal, measureText, widthOfBytes, wrapText } from './pdf-text.ts'

export type Ink = { size?: number; face?: Face; color?: string; align?: 'left' | 'right' | 'center'; width?: number }
export type PdfOptions = {
  title: string
  author: string
  language: DocumentLanguage
  /** The document's creation time, so that equal facts give equal bytes. */
  createdAt: Date
  layout?: 'portrait' | 'landscape'
  /** Printed at the foot of each page on the right, opposite the page number. */
  foot: string
  /** Drawn at the top of each page except the first; returns where the content begins. */
  head?: (pdf: Pdf) => number
}

export const ink = { text: '#16202b', muted: '#5b6776', line: '#d5dbe2', shade: '#f3f5f8' } as const
const margin = 30
/** Bytes that may wait for a slow reader before writing pauses. */
const waitingBytes = 256 * 1024
const waitMs = 25
const words = { en: { page: 'Page', of: 'of' }, fr: { page: 'Page', of: 'sur' } } as const

const near = (value: number): number => Math.round(value * 100) / 100
const rgb = (color: string): string =>
  [1, 3, 5].map((at) => near(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')

export type Box = readonly [x: number, y: number, width: number, height: number]
export type AttachedPart = { name: string; type: string; content: Buffer; modifiedAt: Date }
/** Parts of the library that its types leave out. */
type Catalogue = {
  addNamedEmbeddedFile(name: string, file: PDFKit.PDFKitReference): void
  _root: { data: { AF?: PDFKit.PDFKitReference[] } }
}
const deflated = promisify<Buffer, Buffer>(deflate)

type Reference = PDFKit.PDFKitReference & { write(data: string): void; end(data?: string | Buffer): void }

/**
 * Letter pages, written out as they fill, so that a thousand pages take no more memory than ten. Text goes straight
 * into the page's content: the library's own layout takes ten times as long. Measures are in points from the top left;
 * a text's `y` is its baseline.
 */
export class Pdf {
  readonly #options: PdfOptions
  readonly #document: PDFKit.PDFDocument
  readonly #fonts: Record<Face, Reference>
  /** 'of 12' is one shared drawing on every page, made when the last page is known. */
  readonly #total: Reference
  #operators: string[] = []
  #color = ''
  pages = 0
  y = 0
  readonly left = margin
  readonly right: number
  readonly bottom: number

  constructor(options: PdfOptions) {
    const { title, author, language, createdAt, layout = 'landscape' } = options
    this.#options = options
    this.#document = newDocument({
      size: 'LETTER',
      layout,
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: `${language}-CA`,
      displayTitle: true,
      info: { Title: title, Author: author, Creator: author, CreationDate: createdAt },
      // Fonts are declared once per document below, so the library need not load its default.
      font: null as unknown as string,
    })
    this.#fonts = { regular: this.#builtIn('regular'), bold: this.#builtIn('bold') }
    const box = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -4, 60, 12],
      Resources: { Font: { Fregular: this.#fonts.regular } },
    }
    this.#total = this.#document.ref(box) as Reference
    const [short, long] = [612, 792]
    this.right = (layout === 'landscape' ? long : short) - margin
    this.bottom = (layout === 'landscape' ? short : long) - margin - 18
    this.newPage()
  }

  get width(): number {
    return this.right - this.left
  }
  get language(): DocumentLanguage {
    return this.#options.language
  }
  get stream(): Readable {
    return this.#document as unknown as Readable
  }

  #builtIn(face: Face): Reference {
    const font = this.#document.ref({
      Type: 'Font',
      BaseFont: fontNames[face],
      Subtype: 'Type1',
      Encoding: 'WinAnsiEncoding',
    }) as Reference
    font.end()
    return font
  }
  #write(operators: string): void {
    this.#operators.push(operators)
  }
  #flush(): void {
    if (this.#operators.length > 0) this.#document.addContent(this.#operators.join('\n'))
    this.#operators = []
  }
  #fill(color: string): void {
    if (color === this.#color) return
    this.#write(`${rgb(color)} rg`)
    this.#color = color
  }

  newPage(): void {
    this.#flush()
    this.#document.addPage()
    this.pages += 1
    const { page } = this.#document
    page.fonts.Fregular = this.#fonts.regular
    page.fonts.Fbold = this.#fonts.bold
    page.xobjects.Total = this.#total
    this.#color = ''
    this.y = margin
    this.#foot()
    if (this.pages > 1 && this.#options.head) this.y = this.#options.head(this)
  }
  #foot(): void {
    const y = this.bottom + 18
    const { page, of } = words[this.language]
    this.rule(this.left, this.right, y - 11)
    const before = `${page} ${this.pages} ${of} `
    this.text(this.left, y, before, { size: 7.5, color: ink.muted })
    this.#write(`q 1 0 0 -1 ${near(this.left + widthOfBytes(before, 'regular', 7.5))} ${near(y)} cm /Total Do Q`)
    this.text(this.left, y, this.#options.foot, { size: 7.5, color: ink.muted, align: 'right', width: this.width })
  }

  /** Starts a new page if less than `height` is left, and returns whether it did. */
  room(height: number): boolean {
    if (this.y + height <= this.bottom) return false
    this.newPage()
    return true
  }

  box(x: number, y: number, width: number, height: number, color: string): void {
    this.#fill(color)
    this.#write(`${near(x)} ${near(y)} ${near(width)} ${near(height)} re f`)
  }
  /** Many boxes of one colour, as one shape. */
  boxes(list: readonly Box[], color: string): void {
    this.#fill(color)
    this.#write(`${list.map((box) => `${box.map(near).join(' ')} re`).join('\n')}\nf`)
  }
  rule(from: number, to: number, y: number, color: string = ink.line, thickness = 0.6): void {
    this.box(from, y - thickness / 2, to - from, thickness, color)
  }

  /** One line of text, truncated with a mark at `width`. */
  text(
    x: number,
    y: number,
    text: string,
    { size = 8, face = 'regular', color = ink.text, align = 'left', width }: Ink = {},
  ): void {
    if (text === '') return
    const { encoded, width: taken } =
      width === undefined ? measureText(text, face, size) : fitText(text, width, face, size)
    const start = align === 'left' || width === undefined ? x : x + (width - taken) / (align === 'right' ? 1 : 2)
    this.#fill(color)
    if ('bytes' in encoded)
      this.#write(`BT /F${face} ${size} Tf 1 0 0 -1 ${near(start)} ${near(y)} Tm ${literal(encoded.bytes)} Tj ET`)
    else this.#letters(encoded.letters, start, y, size, color)
  }
  /** Letters outside the built-in fonts are rare, so the library draws them. */
  #letters(letters: string, x: number, y: number, size: number, color: string): void {
    this.#flush()
    this.#document
      .font(furtherFont)
      .fontSize(size)
      .fillColor(color)
      .text(letters, x, y, { lineBreak: false, baseline: 'alphabetic' })
    this.#color = ''
  }

  /** Wrapped lines of text from `y` down; returns the next line's position. */
  paragraph(
    x: number,
    y: number,
    width: number,
    text: string,
    { size = 8, face = 'regular', leading = 1.35, ...more }: Ink & { leading?: number } = {},
  ): number {
    let at = y
    for (const line of wrapText(text, width, face, size)) {
      this.text(x, at, line, { ...more, size, face })
      at += size * leading
    }
    return at
  }

  /**
   * Attaches a file that readers can save. Compressed outside of the event loop; the library would do so inside it, and
   * compute the checksum in JavaScript.
   */
  async attach({ name, type, content, modifiedAt }: AttachedPart): Promise<void> {
    const packed = await deflated(content)
    const stream = this.#document.ref({
      Type: 'EmbeddedFile',
      Subtype: type.replace('/', '#2F'),
      Filter: 'FlateDecode',
      Params: { Size: content.length, CheckSum: createHash('md5').update(content).digest(), ModDate: modifiedAt },
    }) as Reference
    stream.end(packed)
    const file = this.#document.ref({
      Type: 'Filespec',
      AFRelationship: 'Data',
      F: new String(name),
      UF: new String(name),
      EF: { F: stream },
    }) as Reference
    file.end()
    const catalogue = this.#document as unknown as Catalogue
    catalogue.addNamedEmbeddedFile(name, file)
    catalogue._root.data.AF = [...(catalogue._root.data.AF ?? []), file]
  }

  /**
   * Yields the processor, and waits while a slow reader has much to read. Call it between two chunks of rows. It throws
   * if the reader has gone.
   */
  async settle(): Promise<void> {
    await nextTurn()
    while (this.stream.readableLength > waitingBytes && !this.stream.destroyed) await sleep(waitMs)
    if (this.stream.destroyed) throw new Error('The reader has gone.')
  }

  /**
   * The document as it is written. An error breaks the stream, so that a partial document never passes for a complete
   * one (E3).
   */
  streamWhile(drawing: Promise<void>): Readable {
    drawing.then(
      () => this.end(),
      (error) => this.stream.destroy(error),
    )
    // The reader gets the error from the stream; without a reader it must not end the process.
    this.stream.on('error', () => {})
    return this.stream
  }

  end(): void {
    this.#flush()
    this.#total.end(`BT /Fregular 7.5 Tf ${literal(String(this.pages))} Tj ET`)
    this.#document.end()
  }
}
