import { hitsShown } from '@portal/contract/search/search.ts'

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Hits that start with the text come first, then by name. */
export function bestHits<Hit extends { label: string }>(text: string, found: readonly Hit[]): Hit[] {
  const wanted = plain(text)
  const rank = ({ label }: Hit) => (plain(label).startsWith(wanted) ? 0 : 1)
  return [...found].sort((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en')).slice(0, hitsShown)
}

/** Letters that people type for one another, because not every keyboard has them. */
const alike = ['aàâä', 'cç', 'eéèêë', 'iîï', 'nñ', 'oôö', 'uùûü', 'yÿ']

/** A regular expression of PostgreSQL that finds `Côté` by `cote` (UX-3). A search index serves it. */
export const anyAccents = (text: string): string =>
  Array.from(text.normalize('NFC').toLowerCase(), (letter) => {
    const letters = alike.find((group) => group.includes(letter))
    if (letters) return `[${letters}]`
    return /[\p{L}\p{N}]/u.test(letter) ? letter : `\\${letter}`
  }).join('')
