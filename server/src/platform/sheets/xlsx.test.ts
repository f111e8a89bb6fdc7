import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeZip, workbookParts } from '../../testing/files/workbooks.ts'
import { openSheet } from './open-sheet.ts'
import { SheetRefusal, type SheetRow } from './sheet.ts'

/** The rows of a sheet with these cells, or why it was refused. */
async function readCells(xml: string): Promise<SheetRow[] | string> {
  const folder = await mkdtemp(join(tmpdir(), 'xlsx-'))
  const path = join(folder, 'sheet.xlsx')
  const sheet = `<?xml version="1.0"?><worksheet><sheetData>${xml}</sheetData></worksheet>`
  await writeFile(path, makeZip(workbookParts(sheet)))
  try {
    const opened = await openSheet(path, 'xlsx')
    const rows = (await Array.fromAsync(opened.rows)).flat()
    await opened.finish?.()
    return rows
  } catch (error) {
    if (error instanceof SheetRefusal) return JSON.stringify(error.message)
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}
/** The same cells in a form that is read tag by tag. */
const inOtherForm = (xml: string) => xml.replaceAll('<c r=', '<c  r=')

const cells = [
  '<c r="A1"><v>12</v></c>',
  '<c r="B1" s="1"><v>46000</v></c>',
  '<c r="C1" t="inlineStr"><is><t>plain</t></is></c>',
  '<c r="D1" t="inlineStr"><is><t xml:space="preserve"> kept </t></is></c>',
  '<c r="E1" s="0" t="str"><v>formula text</v></c>',
  '<c r="F1" t="b"><v>1</v></c>',
  '<c r="G1" t="e"><v>#REF!</v></c>',
  '<c r="H1" t="n"><v></v></c>',
  '<c r="I1" t=""><v>7</v></c>',
  '<c r="J1" t="inlineStr"><is><t>Zoé &amp; co</t></is></c>',
  '<c r="K1" t="a>b"><v>5</v></c>',
  '<c r="L1"><f>1+1</f><v>2</v></c>',
  '<c r="M1" t="inlineStr"><is><r><t>two</t></r><r><t> parts</t></r></is></c>',
  '<c r="N1" t="inlineStr"><is><t>said</t><rPh><t>aside</t></rPh></is></c>',
  '<c r="O1"/>',
  '<c r="P1"><v>1234567890123456789</v></c>',
  '<c r="IV1"><v>3</v></c>',
  '<c r="1"><v>4</v></c>',
  '<c r="q1"><v>9</v></c>',
]
const odd = ['<c r="Q1"><v>x</v></c>', '<c r="IW1"><v>1</v></c>', '<c r="R1" t="s"><v>99</v></c>', '<c r="S1"><v>1']

test('I1 a cell reads the same whether all at once or tag by tag', async () => {
  for (const cell of [...cells, ...odd]) {
    const row = `<row r="1">${cell}<c r="IU1"><v>1</v></c></row>`
    expect([cell, await readCells(row)]).toEqual([cell, await readCells(inOtherForm(row))])
  }
  const all = `<row r="1">${cells.join('')}</row>`
  expect(await readCells(all)).toEqual(await readCells(inOtherForm(all)))
  expect(await readCells(`<row r="1">${cells.slice(0, 6).join('')}</row>`)).toEqual([
    { row: 1, cells: [12, { kind: 'date', text: '2025-12-09' }, 'plain', ' kept ', 'formula text', true] },
  ])
})

test('I1 a sheet reads the same wherever its pieces begin', async () => {
  // Pieces have a fixed size, so rows of every length put every place of a cell at a border.
  const rows = Array.from({ length: 400 }, (_, at) => {
    const put = (cell: string) => cell.replace(/(r="[A-Z]+)1"/, `$1${at + 1}"`)
    return `<row r="${at + 1}">${cells.slice(0, 15).map(put).join('')}<!--${'-'.repeat(at % 97)} --></row>`
  }).join('')
  expect(await readCells(rows)).toEqual(await readCells(inOtherForm(rows)))
})
