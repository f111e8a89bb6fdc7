import { setImmediate as pause } from 'node:timers/promises'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { type Direction, jsonSchemaOf } from './json-schema.ts'
import type { Schema } from './schema.data.ts'
import { nameOverrides, singulars } from './schema-names.data.ts'

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const pascal = (name: string): string => name.split('_').map(capital).join('')
/** `card_limits` as the type of one of them: CardLimit. */
function singular(name: string): string {
  const known = singulars[name]
  if (known) return known
  const whole = pascal(name)
  if (/(ss|us|is)$/.test(whole)) return whole
  return whole
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh)es$/, '$1')
    .replace(/s$/, '')
}

/** Where a schema stands, such as `cards.list.cards`, the name that follows from it, and how well that name suits. */
type Place = { path: string; name: string; rank: number }
type Found = { schema: Schema; places: Place[] }

/** Bodies and replies of `create` and `get` name a record best, rows come next, parts of a record last. */
function nameOfTop({ id, list }: Endpoint, part: 'body' | 'reply', isArray: boolean): Pick<Place, 'name' | 'rank'> {
  const [feature = '', operation = ''] = id.split('.')
  const one = singular(feature)
  if (part === 'body' && operation === 'create') return { name: `${one}Input`, rank: 0 }
  if (part === 'body' && operation === 'update') return { name: `${one}Change`, rank: 2 }
  if (part === 'body') return { name: `${one}${capital(operation)}Input`, rank: 4 }
  if (isArray) return { name: operation === 'list' ? one : `${one}${singular(operation)}`, rank: 3 }
  if (operation === 'get') return { name: one, rank: 0 }
  if (operation === 'create' || operation === 'update') return { name: one, rank: 1 }
  if (list) return { name: operation === 'list' ? `${one}Page` : `${one}${capital(operation)}Page`, rank: 3 }
  return { name: `${one}${capital(operation)}Result`, rank: 4 }
}

const inner = ({ items, anyOf = [], additionalProperties }: Schema): Schema[] => [
  ...(items ? [items] : []),
  ...anyOf,
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
]

/** Every object of every body and reply, by its content, with the places where it stands. */
class Objects {
  readonly found = new Map<string, Found>()

  visit(schema: Schema, place: Place, endpoint: Endpoint): void {
    for (const one of inner(schema)) this.visit(one, place, endpoint)
    if (!schema.properties) return
    const key = JSON.stringify(schema)
    const known = this.found.get(key)
    if (known) {
      known.places.push(place)
      // Its parts have their places, of which the first is as good as any, unless this one suits better.
      if (place.rank >= Math.min(...known.places.slice(0, -1).map(({ rank }) => rank))) return
    } else this.found.set(key, { schema, places: [place] })
    for (const [property, value] of Object.entries(schema.properties))
      this.visit(value, this.placeOf(place, property, endpoint), endpoint)
  }

  private placeOf({ path, name, rank }: Place, property: string, { id, list }: Endpoint): Place {
    const [feature = '', operation] = id.split('.')
    const isRow = list?.rows === property && path === id
    if (isRow) {
      const one = singular(feature)
      return {
        path: `${path}.${property}`,
        name: operation === 'list' ? `${one}Row` : `${one}${capital(operation ?? '')}Row`,
        rank: 1.5,
      }
    }
    return {
      path: `${path}.${property}`,
      name: `${name.replace(/(Page|Result)$/, '')}${singular(property)}`,
      rank: rank + 10,
    }
  }
}

/** The schemas of bodies and replies by their place, each object in them under one name (INTEG-4). */
export type NamedSchemas = {
  components: Map<string, Schema>
  bodyOf: (endpoint: Endpoint) => Schema | null
  replyOf: (endpoint: Endpoint) => Schema | null
}

function choose(found: Iterable<Found>): Map<Found, string> {
  const names = new Map<Found, string>()
  const taken = new Set<string>()
  for (const one of found) {
    const overridden = one.places.map(({ path }) => nameOverrides[path]).find((name) => name !== undefined)
    const [best] = one.places.toSorted((a, b) => a.rank - b.rank) as [Place]
    const wanted = overridden ?? best.name
    // Two records can be alike in name and differ in content: the second is named by its whole place.
    const name = taken.has(wanted) ? pascal(best.path.replace(/\W+/g, '_')) : wanted
    taken.add(name)
    names.set(one, name)
  }
  return names
}

export const referenceTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Other requests get their turn after each call, as all of them take half a second. */
export async function namedSchemas(endpoints: readonly Endpoint[]): Promise<NamedSchemas> {
  const objects = new Objects()
  const tops = new Map<string, Schema>()
  const take = (endpoint: Endpoint, part: 'body' | 'reply', direction: Direction) => {
    const schema = endpoint[part]
    if (!schema || schema === 'file') return
    const plain = jsonSchemaOf(schema, direction)
    tops.set(`${endpoint.id}/${part}`, plain)
    const path = part === 'body' ? `${endpoint.id}/body` : endpoint.id
    objects.visit(plain, { path, ...nameOfTop(endpoint, part, plain.type === 'array') }, endpoint)
  }
  for (const endpoint of endpoints) {
    take(endpoint, 'body', 'input')
    take(endpoint, 'reply', 'output')
    await pause()
  }
  const names = choose(objects.found.values())
  const linked = (schema: Schema): Schema => {
    const found = schema.properties && objects.found.get(JSON.stringify(schema))
    return found ? referenceTo(names.get(found) as string) : withLinks(schema)
  }
  const withLinks = (schema: Schema): Schema => ({
    ...schema,
    ...(schema.properties
      ? { properties: Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, linked(one)])) }
      : {}),
    ...(schema.items ? { items: linked(schema.items) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(linked) } : {}),
    ...(typeof schema.additionalProperties === 'object'
      ? { additionalProperties: linked(schema.additionalProperties) }
      : {}),
  })
  const components = new Map<string, Schema>()
  for (const [{ schema }, name] of [...names].sort(([, one], [, other]) => (one < other ? -1 : 1))) {
    components.set(name, withLinks(schema))
    await pause()
  }
  const topOf = (part: 'body' | 'reply') => (endpoint: Endpoint) => {
    const schema = tops.get(`${endpoint.id}/${part}`)
    return schema ? linked(schema) : null
  }
  return { components, bodyOf: topOf('body'), replyOf: topOf('reply') }
}
