import { type CallInput, type CallReply, type Endpoint, pathOf, takesVersion } from '@portal/contract/endpoint.ts'
import { AppError, type ErrorBody, errorStatuses, type FieldErrors, type FileReport } from '@portal/contract/errors.ts'
import { message, messageOf } from '@portal/contract/message.ts'
import { fetchMessages } from '../ui/words/sentence.ts'
import { stringifySearch } from './search.ts'

/**
 * The request did not reach the service, or the response was not ours (FORM-6). Offline, the message says so (FORM-9).
 */
export class NetworkError extends Error {
  constructor(type: string) {
    super(message(navigator.onLine ? 'call.failed' : 'call.failed-offline', { type }))
    this.name = 'NetworkError'
  }
}

type Options = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The caller handles 401 itself, as sign-in and the session check do. */
  keepPlace?: boolean
}
type Loose = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: File
  form?: Record<string, string>
}

let sessionLost: () => void = () => {}
/**
 * Called when the service rejects the session. The router sets the listener, so this module does not depend on routes.
 */
export function onSessionLost(listener: () => void): void {
  sessionLost = listener
}

let dueFound: () => void = () => {}
/** Called when the service answers nothing until the user has done something else, such as choosing a password. */
export function onDueFound(listener: () => void): void {
  dueFound = listener
}
const isDue = (code: string): boolean => code === 'auth.password-due' || code === 'auth.factor-due'

let askForFactor: () => Promise<boolean> = async () => false
/** Asks for the second factor again, and resolves to whether it was given (SEC-1). The call is then repeated. */
export function onFactorNeeded(asker: () => Promise<boolean>): void {
  askForFactor = asker
}

/** With `callFile`, the only function that uses HTTP. Rejects with the AppError that the server threw. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Options = {},
): Promise<CallReply<E>> {
  const response = await send(endpoint, input, options)
  const answer: unknown = response.status === 204 ? null : await readJson(response)
  if (endpoint.reply === 'file') throw new TypeError(`${endpoint.id} answers with a file`)
  const parsed = endpoint.reply.safeParse(answer)
  if (!parsed.success) throw new NetworkError('UnexpectedAnswer')
  return parsed.data as CallReply<E>
}

/** For responses that are saved as files, such as a list's CSV. */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Options = {},
): Promise<{ blob: Blob; name: string | undefined }> {
  const response = await send(endpoint, input, options)
  const disposition = response.headers.get('content-disposition') ?? ''
  const blob = await response.blob().catch((error: unknown) => {
    throw asNetworkError(error)
  })
  return { blob, name: /filename="?([^";]+)"?/.exec(disposition)?.[1] }
}

async function send(endpoint: Endpoint, input: unknown, options: Options): Promise<Response> {
  const { signal, idempotencyKey, keepPlace } = options
  const { params, query, body, file, form } = input as Loose
  // Without a version, the save would silently overwrite another user's change (FORM-11).
  if (takesVersion(endpoint) && !Object.hasOwn(body as object, 'version'))
    throw new TypeError(`${endpoint.id} was called without the record’s version`)
  const address = pathOf(endpoint, params) + stringifySearch(query ?? {})
  const headers: Record<string, string> = { 'x-portal': '1', accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const response = await fetch(address, {
    method: endpoint.method,
    credentials: 'same-origin',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // The browser sets the form's content type with its own boundary.
    ...(file && endpoint.upload ? { body: formOf(endpoint.upload.field, file, form) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw asNetworkError(error)
  })
  if (response.ok) return response
  if (response.status === 401 && !keepPlace) sessionLost()
  const error = await refusal(response)
  if (error instanceof AppError) {
    if (error.code === 'auth.second-factor-needed' && (await askForFactor())) return send(endpoint, input, options)
    if (isDue(error.code) && !keepPlace) dueFound()
  }
  throw error
}

function formOf(field: string, file: File, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(field, file)
  return form
}

/** A call that its page aborted is not a failure, so it stays an AbortError. */
function asNetworkError(error: unknown): unknown {
  if (error instanceof Error && error.name === 'AbortError') return error
  return new NetworkError(error instanceof Error ? error.name : 'Error')
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    throw asNetworkError(error)
  }
}

async function refusal(response: Response): Promise<Error> {
  const answer = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  const error = answer?.error
  if (!error || !Object.hasOwn(errorStatuses, error.code)) return new NetworkError(`HTTP ${response.status}`)
  // Fetch the messages first: a toast is not rendered again when they arrive. The session check runs before anything is
  // shown, so 401 skips this.
  if (response.status !== 401) await fetchMessages()
  const retryAfter = Number(response.headers.get('retry-after'))
  return new AppError(error.code, fieldsOf(error), {
    message: messageOf({ key: error.key ?? error.code, params: error.params ?? {} }),
    facts: factsOf(error),
    requestId: error.requestId,
    report: reportOf(answer),
    preview: answer?.preview,
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  })
}

/** As messages, so the form can show them in the user's language (UX-5). */
const fieldsOf = ({ field_messages }: ErrorBody['error']): FieldErrors | undefined =>
  field_messages && Object.fromEntries(Object.entries(field_messages).map(([name, parts]) => [name, messageOf(parts)]))

const factsOf = ({ fields = {}, field_messages = {} }: ErrorBody['error']): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(field_messages, name)))

const reportOf = (answer: Partial<ErrorBody>): FileReport | undefined =>
  answer.import_id === undefined
    ? undefined
    : { import_id: answer.import_id, errors_total: answer.errors_total ?? 0, errors: answer.errors ?? [] }

export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof AppError ? error.requestId : undefined
