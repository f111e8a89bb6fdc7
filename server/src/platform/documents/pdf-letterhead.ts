import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { ink, type Pdf } from './pdf.ts'

/** The top of a document: its brand, title and number (BRAND-3). */
export type Letterhead = { brand: BrandKey; title: string; number: string }

/** Draws the first page's head: the brand in its colour, and the title opposite. Returns where the content begins. */
export function drawLetterhead(pdf: Pdf, { brand, title, number }: Letterhead): number {
  const { name, color } = brands[brand]
  const top = pdf.y
  pdf.box(pdf.left, top, 5, 30, color)
  pdf.text(pdf.left + 14, top + 22, name, { size: 20, face: 'bold', color })
  pdf.text(pdf.left, top + 14, title.toUpperCase(), { size: 15, face: 'bold', align: 'right', width: pdf.width })
  pdf.text(pdf.left, top + 27, number, { size: 10, color: ink.muted, align: 'right', width: pdf.width })
  pdf.rule(pdf.left, pdf.right, top + 40, color, 1.2)
  return top + 52
}

/** Draws the one-line head of later pages. */
export function drawRunningHead(pdf: Pdf, { brand, title, number }: Letterhead): number {
  const { name, color } = brands[brand]
  pdf.text(pdf.left, pdf.y + 7, name, { size: 9, face: 'bold', color })
  pdf.text(pdf.left, pdf.y + 7, `${title} ${number}`, { size: 9, color: ink.muted, align: 'right', width: pdf.width })
  pdf.rule(pdf.left, pdf.right, pdf.y + 13, color, 0.8)
  return pdf.y + 22
}

/** Draws facts as label and value, one below the other. Returns the next position. */
export function drawFacts(
  pdf: Pdf,
  x: number,
  y: number,
  width: number,
  facts: readonly (readonly [label: string, value: string])[],
): number {
  let at = y
  for (const [label, value] of facts) {
    pdf.text(x, at, label, { color: ink.muted, width: width * 0.42 })
    pdf.text(x + width * 0.44, at, value, { width: width * 0.56 })
    at += 12
  }
  return at
}
