import { showDocumentCode } from '@portal/contract/verify/document-code.rules.ts'
import { encode } from 'uqr'
import { type Box, ink, type Pdf } from './pdf.ts'

type ProofWords = { verify: string; storedOn: (day: string) => string }
type PrintedProof = { code: string; address: string; stored_on: string | null }

export const proofSize = { width: 236, height: 62 } as const
const side = 54

/** The dark squares of a QR code, joined along each row. */
function squaresOf(text: string, x: number, y: number): Box[] {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const unit = side / size
  return data.flatMap((row, line) => {
    const boxes: Box[] = []
    for (let from = 0; from < size; from++) {
      if (!row[from]) continue
      let to = from
      while (row[to + 1]) to += 1
      boxes.push([x + from * unit, y + line * unit, (to - from + 1) * unit, unit])
      from = to
    }
    return boxes
  })
}

/** Draws what a reader checks the document by (RECV-12): a QR code, its short code and where to enter it. */
export function drawProof(pdf: Pdf, x: number, y: number, proof: PrintedProof, words: ProofWords): void {
  const { code, address, stored_on } = proof
  pdf.boxes(squaresOf(address, x + proofSize.width - side, y), ink.text)
  const width = proofSize.width - side - 12
  const lines = [
    [words.verify, { size: 8.5, face: 'bold' }],
    [showDocumentCode(code), { size: 10, face: 'bold' }],
    [address.replace(/\?.*$/, ''), { size: 7.5, color: ink.muted }],
    ...(stored_on ? [[words.storedOn(stored_on), { size: 7.5, color: ink.muted }] as const] : []),
  ] as const
  for (const [n, [text, style]] of lines.entries())
    pdf.text(x, y + 8 + n * 13, text, { ...style, align: 'right', width })
}
