import type { z } from 'zod'
import type { ListSpec } from './list.ts'
import type { Access } from './permissions.ts'

/** What a user can be asked to do before anything else: choose a new password, or set up a second factor (SEC-1, SEC-6). */
export const dues = ['password', 'factor'] as const
export type Due = (typeof dues)[number]

/** One endpoint as data. The server implements it, the web calls it, and the documentation and tests read it. */
export type Endpoint = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under `/v2`, with `:name` for parameters. */
  path: string
  summary: string
  can: Access
  /** For the provider's staff alone, whatever a customer's users may do on the same screen. */
  isForStaff?: true
  /** Also answers while this is due of the user; every other call is refused until it is done. */
  whileDue?: readonly Due[]
  /** Asks a user who has a second factor for it again, unless they gave it in the last ten minutes (SEC-1). */
  asksFactor?: true
  /** For people alone, whatever the scopes of a service key (INTEG-1). What is for all who are signed in is, too. */
  isForPeople?: true
  /** For every service key, though it is for all who are signed in. */
  isForAnyKey?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** `'file'`: the handler returns a stream and its content type. */
  reply: z.ZodType | 'file'
  /** The reply can also be a file, if the query names a format. */
  orFile?: true
  list?: ListSpec
  /** Who may download the list, if its screen has no download permission for those who read it. */
  canDownload?: Access
  /** Read-only fields that a client may send back with a record. They are dropped before validation (API-2). */
  ignores?: readonly string[]
  /** Other names for body fields, mapped to the real ones. */
  aliases?: Readonly<Record<string, string>>
  /** A plain array as the body is read as this field. */
  arrayAs?: string
  /** `'none'`: the handler opens its own short transactions (sign-in, streams, uploads). */
  transaction?: 'none'
  bodyLimit?: number
  /** Pages call it on their own, so it does not count as use of the session (AUTH-8). */
  isPolled?: true
  /**
   * Where it may be read: from a replica, which may be some seconds behind but has the asker's own changes, or from the
   * primary only. Lists may lag unless they say otherwise; everything else is read from the primary.
   */
  reads?: 'replica' | 'primary'
  /** The reply holds a secret, such as a new key. It is never compressed, as its length could tell of it (BREACH). */
  answersSecret?: true
  /** A GET that changes data. It is protected like a POST. */
  changes?: true
  /**
   * Takes one file of a multipart form instead of JSON, with the fields in `form`. The handler reads it with
   * `readUpload`, and refuses a name without one of the `endings`.
   */
  upload?: { field: string; maxBytes: number; form?: readonly string[]; endings?: readonly string[] }
  /** The status of a successful reply with a body; 200 by default. */
  status?: 200 | 201 | 202
}
export type Contract = Record<string, Endpoint>

/** The permission to download a list: its screen's (PERM-3), or its own. */
export const downloadAccessOf = ({ can, canDownload }: Pick<Endpoint, 'can' | 'canDownload'>): Access =>
  canDownload ?? (can.replace(/\.\w+(?=\||$)/g, '.download') as Access)

/** Whether the endpoint may be answered from a replica (OPS-8). */
export const mayLag = ({ reads, list }: Endpoint): boolean => (reads ?? (list ? 'replica' : 'primary')) === 'replica'

type In<S> = S extends z.ZodType ? z.input<S> : never
type Out<S> = S extends z.ZodType ? z.output<S> : never
type Parts<E> = {
  [K in 'params' | 'query' | 'body']: K extends keyof E ? (E[K] extends z.ZodType ? K : never) : never
}['params' | 'query' | 'body']
/** Describes a browser's `File` without depending on browser types. */
type FileToUpload = { readonly name: string; readonly size: number; readonly type: string }
type Uploaded<E> = E extends { upload: object } ? { file: FileToUpload } & FormOf<E> : unknown
type FormOf<E> = E extends { upload: { form: readonly (infer Name extends string)[] } }
  ? { form: Record<Name, string> }
  : unknown
/** The types of a call's input, a handler's input, a handler's reply and a call's result. */
export type CallInput<E extends Endpoint> = { [K in Parts<E>]: In<E[K]> } & Uploaded<E>
export type HandlerInput<E extends Endpoint> = { [K in Parts<E>]: Out<E[K]> }
export type HandlerReply<E extends Endpoint> =
  | (E['reply'] extends z.ZodType ? z.input<E['reply']> : FileReply)
  | (E extends { orFile: true } ? FileReply : never)
export type CallReply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

export type FileReply = {
  type: string
  name?: string
  isInline?: boolean
  body: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/** Gives every endpoint its id, such as `cards.create`: the query key, the toast key and the action in logs. */
export function defineContract<const N extends string, const C extends Record<string, Omit<Endpoint, 'id'>>>(
  name: N,
  endpoints: C,
) {
  const named = Object.entries(endpoints).map(([key, endpoint]) => [key, { ...endpoint, id: `${name}.${key}` }])
  return Object.fromEntries(named) as { [K in keyof C & string]: C[K] & { id: `${N}.${K}` } }
}

/** `/x/:id` with `{id: 7}` becomes `/v2/x/7`. */
export const pathOf = (endpoint: Endpoint, params: Record<string, unknown> = {}): string =>
  `/v2${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}`

/**
 * Whether the body accepts the record's version, so that a change saved in between is not overwritten (FORM-7,
 * FORM-11).
 */
export const takesVersion = ({ body }: Pick<Endpoint, 'body'>): boolean =>
  Object.hasOwn((body as { shape?: object } | undefined)?.shape ?? {}, 'version')
