import { SheetRefusal } from './sheet.ts'

export type XmlHandler = {
  /** `attributes` is the raw text between the name and the bracket. */
  open(name: string, attributes: string, isEmpty: boolean): void
  close(name: string): void
  /** Called only while `wantsText` is set. */
  text(value: string): void
  wantsText: boolean
  /** Takes several tags at once if they begin at this bracket in a form that it knows: the position after them, or -1. */
  take?(xml: Xml, at: number): number
}
/**
 * What is being scanned: its bytes, and the same as text with one character for each, so that a place is the same in
 * both. Bytes are five times as fast to look at, text is faster to cut.
 */
export type Xml = { bytes: Buffer; text: string }

const longestToken = 4_000_000
const damaged = () => new SheetRefusal('sheet.bad-xml')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decodeText = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return entities[name] ?? whole
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

const beyondAscii = /[^\0-\x7f]/
/** Text that was cut from `Xml.text`, with its characters: a character has up to four bytes. */
export const fromBytes = (text: string): string =>
  beyondAscii.test(text) ? Buffer.from(text, 'latin1').toString() : text

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9
const [slash, colon, bracket, equals] = [47, 58, 60, 61]

/**
 * The values of some attributes in a single pass, because a sheet has millions of cells. XML allows blanks and line
 * ends around names, equals signs and values.
 */
export function attributesOf(attributes: string, names: readonly string[]): (string | undefined)[] {
  const values: (string | undefined)[] = names.map(() => undefined)
  const last = attributes.length
  let at = 0
  while (at < last) {
    while (isSpace(attributes.charCodeAt(at))) at++
    const from = at
    let code = attributes.charCodeAt(at)
    while (at < last && code !== equals && !isSpace(code)) code = attributes.charCodeAt(++at)
    const to = at
    while (isSpace(attributes.charCodeAt(at))) at++
    if (attributes.charCodeAt(at) !== equals) continue
    at++
    while (isSpace(attributes.charCodeAt(at))) at++
    const quote = attributes.charCodeAt(at)
    const end = quote === 34 ? attributes.indexOf('"', at + 1) : quote === 39 ? attributes.indexOf("'", at + 1) : -1
    if (end < 0) return values
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string
      if (to - from === name.length && attributes.startsWith(name, from))
        values[index] = decodeText(attributes.slice(at + 1, end))
    }
    at = end + 1
  }
  return values
}
export const attribute = (attributes: string, name: string): string | undefined => attributesOf(attributes, [name])[0]

const endsOf: readonly [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/**
 * Scans XML as it arrives and holds only one token of it. Supports as much XML as workbooks contain: a document with
 * its own entities is rejected, so there is nothing to expand or fetch (U3).
 */
export function createScanner(handler: XmlHandler): { write(piece: Buffer): void; end(): void } {
  const xml: Xml = { bytes: Buffer.alloc(0), text: '' }
  let rest = ''
  /** Handles the text between two brackets. Drops the prefix that some programs write before every name. */
  const tag = (from: number, to: number) => {
    const isClosing = rest.charCodeAt(from) === slash
    let start = isClosing ? from + 1 : from
    let end = start
    for (; end < to; end++) {
      const code = rest.charCodeAt(end)
      if (code === slash || isSpace(code)) break
      if (code === colon) start = end + 1
    }
    const name = rest.slice(start, end)
    if (isClosing) return handler.close(name)
    const isEmpty = rest.charCodeAt(to - 1) === slash
    const last = isEmpty ? to - 1 : to
    handler.open(name, end < last ? fromBytes(rest.slice(end, last)) : '', isEmpty)
  }
  /** The end of a comment or similar construct, or -1 if it has not arrived yet. */
  const special = (from: number): number => {
    for (const [start, end] of endsOf) {
      if (!rest.startsWith(start, from)) continue
      const at = rest.indexOf(end, from + start.length)
      if (at >= 0 && start === '<![CDATA[' && handler.wantsText)
        handler.text(fromBytes(rest.slice(from + start.length, at)))
      return at < 0 ? -1 : at + end.length
    }
    // A truncated start may still become one of them.
    if (rest.length - from < 9 && endsOf.some(([start]) => start.startsWith(rest.slice(from)))) return -1
    throw new SheetRefusal('sheet.entities')
  }
  const scan = (): number => {
    let at = 0
    for (;;) {
      const open = rest.indexOf('<', at)
      if (open < 0) return at
      if (handler.wantsText && open > at) handler.text(decodeText(fromBytes(rest.slice(at, open))))
      const taken = handler.take?.(xml, open) ?? -1
      if (taken > 0) {
        at = taken
        continue
      }
      const next = rest.charCodeAt(open + 1)
      if (next === 33 || next === 63) {
        const end = special(open)
        if (end < 0) return open
        at = end
        continue
      }
      const close = rest.indexOf('>', open + 1)
      if (close < 0) return open
      tag(open + 1, close)
      at = close + 1
    }
  }
  return {
    write(piece) {
      xml.bytes = xml.bytes.length > 0 ? Buffer.concat([xml.bytes, piece]) : piece
      rest = xml.bytes.toString('latin1')
      xml.text = rest
      xml.bytes = xml.bytes.subarray(scan())
      if (xml.bytes.length > longestToken) throw damaged()
    },
    end() {
      if (xml.bytes.includes(bracket)) throw damaged()
    },
  }
}
