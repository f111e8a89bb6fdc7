// `npm run promises` writes docs/promises.md from tools/promises. `npm run drill -- red` puts each defect into a copy of
// the project and expects its proof to fail.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './house/source-files.ts'
import { chapters } from './promises/chapters.ts'
import type { Promised } from './promises/promise.ts'

const head = `# Promises

What the portal promises, where each promise is kept, and what proves it. A proof counts because it was seen to fail: \`npm run drill
-- red\` puts the defect of each row into a copy of the project, runs the first proof and expects it to fail. This page is written by
\`npm run promises\` from [tools/promises](../tools/promises).
`
const link = (file: string) => `[${file.split('/').at(-1)}](../${file})`
const cell = (text: string) => text.replaceAll('|', '\\|')

const rowOf = ({ id, words, kept, proof, defect, figure }: Promised): string => {
  const proofs = proof.map(({ file, test }) => `${link(file)}: ${cell(test)}`).join('<br>')
  return `| ${id} | ${cell(words)}${figure ? `<br>*${cell(figure)}*` : ''} | ${kept.map(link).join(' ')} | ${proofs} | ${cell(defect.what)} |`
}

export const promisesPage = (): string =>
  [
    head,
    ...chapters.map(
      ({ title, promises }) =>
        `## ${title}\n\n| | promise, and its figure | kept in | proof | fails if |\n|---|---|---|---|---|\n${promises.map(rowOf).join('\n')}\n`,
    ),
  ].join('\n')

export const promisesPath = join(root, 'docs/promises.md')
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(promisesPath, promisesPage())
  console.log('docs/promises.md is written.')
}
