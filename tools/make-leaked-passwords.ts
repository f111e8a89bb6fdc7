import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { leakedWord } from '../server/src/platform/access/password-words.rules.ts'

/**
 * Writes the list of leaked passwords (SEC-6). Only this script needs the package, so it is not a dependency;
 * docs/data-sources.md credits it. In a folder outside the project:
 *   npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
 *   node <project>/tools/make-leaked-passwords.ts <that folder>/package/src/passwords.json
 */
const [given = ''] = process.argv.slice(2)
const target = new URL('../server/src/platform/access/leaked-passwords.txt', import.meta.url)
const known: string[] = [
  ...JSON.parse(readFileSync(resolve(given), 'utf8')),
  ...readFileSync(target, 'utf8').split('\n'),
]
/** A password has at least 12 characters: digits alone, or a few letters with nothing around, cannot be one. */
const isUseful = (word: string): boolean => word.length >= 12 || (word.length >= 4 && /\p{L}/u.test(word))
const words = new Set(known.map(leakedWord).filter(isUseful))
writeFileSync(target, `${[...words].sort().join('\n')}\n`)
console.log(`${words.size} words from ${known.length} leaked passwords.`)
