import { hitsShown } from '@portal/contract/search/search.ts'

/** Hits that start with the text come first, then by name. */
export function bestHits<Hit extends { label: string }>(text: string, found: readonly Hit[]): Hit[] {
  const wanted = text.toLowerCase()
  const rank = ({ label }: Hit) => (label.toLowerCase().startsWith(wanted) ? 0 : 1)
  return [...found].sort((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en')).slice(0, hitsShown)
}
