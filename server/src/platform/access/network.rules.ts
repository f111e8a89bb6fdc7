/** The eight groups of an IPv6 address, with what `::` stands for. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const parts = (text: string): string[] => (text === '' ? [] : text.split(':'))
  if (tail === undefined) return parts(head)
  const [before, after] = [parts(head), parts(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after]
}

/**
 * What tries are counted by: an IPv4 address, or the /64 of an IPv6 one, because whoever has one address there has them
 * all (SEC-3).
 */
export function networkOf(address: string): string {
  const bare = address.split('%')[0] ?? address
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped) return mapped
  if (!bare.includes(':')) return bare
  const groups = groupsOf(bare).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}
