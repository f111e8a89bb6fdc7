export type Encoding = 'br' | 'gzip'

/**
 * The encoding to answer with, by the request's `Accept-Encoding`; null for none. Brotli comes first if both are wanted
 * equally, as it is smaller at the same cost. A wildcard means gzip, which every client knows.
 */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  if (header === undefined) return null
  const asked = [header]
    .flat()
    .join(',')
    .split(',')
    .map((part): [name: string, weight: number] => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const given = parameters.map((one) => /^\s*q=(\d(?:\.\d+)?)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
      return [name.trim().replace(/^x-gzip$/, 'gzip'), given === undefined ? 1 : Number(given)]
    })
  const weights = new Map(asked)
  const br = weights.get('br') ?? 0
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0
  if (br <= 0 && gzip <= 0) return null
  return br >= gzip ? 'br' : 'gzip'
}

/** Text shrinks to a fraction; pictures, PDFs, workbooks and archives are compressed already. */
export const isCompressible = (type: string): boolean =>
  /^(text\/|application\/(json|javascript|manifest\+json|[\w.-]+\+json|xml)|image\/svg\+xml)/i.test(type)
