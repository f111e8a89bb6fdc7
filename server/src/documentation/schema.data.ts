/** The part of JSON Schema that the document uses. */
export type Schema = {
  [keyword: string]: unknown
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}
