import type { PersonLanguage } from '@portal/contract/profile/profile.ts'
import { fileWords, introWords } from './readme.data.ts'

const width = Math.max(...Object.keys(fileWords).map((name) => name.length)) + 2

/** README.txt: what each file is, in the reader's language. */
export function readmeText(language: PersonLanguage, customer: string, day: string): string {
  const intro = introWords[language].replace('{customer}', () => customer).replace('{day}', day)
  const lines = Object.entries(fileWords).map(([name, words]) => `${name.padEnd(width)}${words[language]}`)
  return `${intro}\r\n\r\n${lines.join('\r\n')}\r\n`
}

/** A name that any system can unpack, unique by its number. */
export const archiveName = (folder: string, number: number | null, name: string): string => {
  const plain = name.replace(/[^\p{L}\p{N}._ ()-]+/gu, '_').replace(/^\.+/, '_')
  return `${folder}/${number === null ? '' : `${number}-`}${plain}`
}
