import { accepts } from './accepts.rules.ts'
import { leftOut } from './left-out.data.ts'
import type { Schema } from './schema.data.ts'
import { cardWords } from './words/cards.data.ts'
import { figureWords } from './words/figures.data.ts'
import { generalWords } from './words/general.data.ts'
import { importWords } from './words/imports.data.ts'
import { invoicingWords } from './words/invoices.data.ts'
import { peopleWords } from './words/people.data.ts'
import { portalWords } from './words/portal.data.ts'
import { receivableWords } from './words/receivables.data.ts'
import { transactionWords } from './words/transactions.data.ts'
import { unitWords } from './words/units.data.ts'
import type { Words } from './words/words.data.ts'

export const catalogue: readonly Words[] = [
  generalWords,
  cardWords,
  unitWords,
  transactionWords,
  importWords,
  invoicingWords,
  receivableWords,
  peopleWords,
  figureWords,
  portalWords,
]
const entries = new Map(catalogue.flatMap((words) => Object.entries(words)))

const usual: Readonly<Record<string, unknown>> = {
  boolean: true,
  date: '2026-11-03',
  'date-time': '2026-11-03T20:25:00.000Z',
}
const typesOf = ({ type }: Schema): string[] => [type ?? []].flat()
/** The same name can be a number in one place, and a list or a record in another. */
const shapeOf = (schema: Schema): string => {
  const whole = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  return whole.items ? '[]' : isReference(whole) ? '{}' : ''
}
const isNullable = (schema: Schema): boolean =>
  typesOf(schema).includes('null') || (schema.anyOf?.some(isNullable) ?? false) || Object.keys(schema).length === 0
/** What null means is said only where the property can be null. */
const fitting = (description: string, schema: Schema): string =>
  isNullable(schema) ? description : description.replace(/(?<=[.;]) Null[^.]*\.(?= |$)/g, '')

const isReference = (schema: Schema): boolean => typeof schema.$ref === 'string'

/** What the documents say of properties and parameters, and what they lack or do not need. */
export class Descriptions {
  readonly missing: string[] = []
  readonly used = new Set<string>()
  readonly #components: ReadonlyMap<string, Schema>
  readonly #examples = new Map<string, unknown>()

  constructor(components: ReadonlyMap<string, Schema>) {
    this.#components = components
  }

  /** The property of a schema, or the parameter of an operation, with its description and an example. */
  describe(owner: string, name: string, schema: Schema): Schema {
    const found = this.#entry(owner, name, schema)
    const [description, ...given] = found === undefined ? [undefined] : [found].flat()
    const example = this.#example(schema, given)
    if (description === undefined) this.missing.push(`${owner}.${name}: description`)
    if (example === undefined) this.missing.push(`${owner}.${name}: example`)
    return {
      ...schema,
      ...(description === undefined ? {} : { description: fitting(description as string, schema) }),
      ...(example === undefined ? {} : { examples: [example] }),
    }
  }

  describeAll(name: string, schema: Schema): Schema {
    const told = Object.entries(schema.properties ?? {}).map(([property, one]) => [
      property,
      this.describe(name, property, one),
    ])
    return { ...schema, properties: Object.fromEntries(told) }
  }

  /** A whole value of a named schema, put together from the examples of its properties. */
  exampleOf(name: string): unknown {
    const known = this.#examples.get(name)
    if (known !== undefined) return known
    const properties = Object.entries(this.#components.get(name)?.properties ?? {})
    const shown = properties.filter(([property]) => !leftOut[name]?.includes(property))
    const example = Object.fromEntries(
      shown.map(([property, schema]) => {
        const found = this.#entry(name, property, schema)
        return [property, this.#example(schema, [found].flat().slice(1))]
      }),
    )
    this.#examples.set(name, example)
    return example
  }

  /** The same for a body or reply, which refers to a named schema or lists it. */
  exampleFor(schema: Schema): unknown {
    return this.#example(schema, [])
  }

  #entry(owner: string, name: string, schema: Schema): Words[string] | undefined {
    const key = [`${owner}.${name}`, `${name}${shapeOf(schema)}`, name].find((one) => entries.has(one))
    if (key === undefined) return undefined
    this.used.add(key)
    return entries.get(key)
  }

  #example(schema: Schema, given: readonly unknown[]): unknown {
    if (isReference(schema)) return this.exampleOf((schema.$ref as string).split('/').at(-1) as string)
    const usable = given.find((one) => accepts(schema, one))
    if (usable !== undefined) return usable
    const choice = schema.anyOf?.find((one) => isReference(one) || typesOf(one)[0] !== 'null')
    if (choice) return this.#example(choice, given)
    if ('const' in schema) return schema.const
    if (schema.enum) return schema.enum[0]
    if (schema.items) {
      const one = this.#example(schema.items, given)
      return one === undefined ? undefined : [one]
    }
    if (schema.additionalProperties) {
      const one = typeof schema.additionalProperties === 'object' && this.#example(schema.additionalProperties, given)
      return one ? { 'cards.list': one } : {}
    }
    const [type = ''] = typesOf(schema)
    return usual[schema.format ?? type]
  }
}
