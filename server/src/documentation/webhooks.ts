import type { Schema } from './json-schema.ts'

/**
 * The calls that the portal makes: the one place where they enter the document. Each has a name, such as
 * `invoice.paid`, a sentence, and the schema of what is posted.
 */
export type Webhook = { name: string; summary: string; payload: Schema }
export const webhooks: readonly Webhook[] = []
