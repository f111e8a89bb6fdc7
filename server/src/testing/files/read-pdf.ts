import { inflateSync } from 'node:zlib'

/** Each page's texts in the order in which they were written, and the attached files by name. */
export type ReadPdf = { pages: string[][]; raw: string; attachments: Record<string, Buffer> }

type Found = { head: string; stream: Buffer | null }
/** The objects of a document by number, with unpacked streams. It reads only what the portal writes. */
function objectsOf(content: Buffer): Map<number, Found> {
  const text = content.toString('latin1')
  const objects = new Map<number, Found>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length
    const end = text.indexOf('endobj', start)
    const at = text.indexOf('stream\n', start)
    const hasStream = at >= 0 && at < end
    const head = text.slice(start, hasStream ? at : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const bytes = hasStream ? content.subarray(at + 7, at + 7 + length) : null
    objects.set(Number(match[1]), { head, stream: bytes && head.includes('/FlateDecode') ? inflateSync(bytes) : bytes })
  }
  return objects
}

const windows = new TextDecoder('windows-1252')
const unescaped = (literal: string): string =>
  windows.decode(Buffer.from(literal.replace(/\\([()\\])/g, '$1'), 'latin1'))
const hexOf = (text: string): string => text.replace(/<([0-9a-f]*)>\s*[-\d.]*\s*/gi, '$1')

/** Maps the codes of an embedded font to letters. */
function lettersOf(objects: Map<number, Found>): Map<string, string> {
  const maps = [...objects.values()]
    .map(({ stream }) => stream?.toString('latin1') ?? '')
    .filter((text) => text.includes('beginbfrange'))
  const pairs = maps.flatMap((text) => {
    const list = /\[([^\]]*)\]\s*endbfrange/.exec(text)?.[1] ?? ''
    return [...list.matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex = ''], n): [string, string] => [
      n.toString(16).padStart(4, '0'),
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ])
  })
  return new Map(pairs)
}

function textsOf(stream: string, letters: Map<string, string>): string[] {
  const shown = /\(((?:\\.|[^\\()])*)\) Tj|\[([^\]]*)\] TJ/g
  return [...stream.matchAll(shown)].map(([, literal, array]) =>
    literal !== undefined
      ? unescaped(literal)
      : (hexOf(array ?? '').match(/.{4}/g) ?? []).map((code) => letters.get(code) ?? '\ufffd').join(''),
  )
}

function attachmentsOf(objects: Map<number, Found>): Record<string, Buffer> {
  const files = [...objects.values()].filter(({ head }) => head.includes('/Type /Filespec'))
  return Object.fromEntries(
    files.map(({ head }) => {
      const stream = objects.get(Number(/\/EF <<\s*\/F (\d+) 0 R/.exec(head)?.[1]))?.stream
      return [/\/UF \(([^)]*)\)/.exec(head)?.[1] ?? '', stream ?? Buffer.alloc(0)]
    }),
  )
}

/** The texts of a PDF made by the portal, page by page, with the content that pages share. */
export function parsePdf(content: Buffer): ReadPdf {
  const objects = objectsOf(content)
  const letters = lettersOf(objects)
  const kids = [...objects.values()].find(({ head }) => /\/Type \/Pages\b/.test(head))?.head ?? ''
  const numbers = [...(/\/Kids \[([^\]]*)\]/.exec(kids)?.[1]?.matchAll(/(\d+) 0 R/g) ?? [])].map(([, number]) =>
    Number(number),
  )
  const shared = [...objects.values()]
    .filter(({ head }) => head.includes('/Subtype /Form'))
    .map(({ stream }) => stream?.toString('latin1') ?? '')
  const pages = numbers.map((number) => {
    const contents = Number(/\/Contents (\d+)/.exec(objects.get(number)?.head ?? '')?.[1])
    const own = objects.get(contents)?.stream?.toString('latin1') ?? ''
    return [own, ...shared].flatMap((stream) => textsOf(stream, letters))
  })
  return {
    pages,
    attachments: attachmentsOf(objects),
    raw: [...objects.values()].map(({ head, stream }) => head + (stream?.toString('latin1') ?? '')).join('\n'),
  }
}
