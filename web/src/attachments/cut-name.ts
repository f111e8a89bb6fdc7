const longest = 30

/** Counts grapheme clusters, so no letter is cut in two (CARD-15, TXN-11). */
export function cutName(name: string): string {
  const letters = [...name]
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : name
}
