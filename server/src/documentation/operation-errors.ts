import { isForKeys, scopesOf } from '@portal/contract/api-keys/scopes.rules.ts'
import { type Endpoint, takesVersion } from '@portal/contract/endpoint.ts'
import { type ErrorCode, errorStatuses } from '@portal/contract/errors.ts'
import { operationErrors } from './operation-errors.data.ts'

/** Only these read the header: work in one transaction with its key (API-3). */
export const takesIdempotencyKey = ({ method, transaction }: Endpoint): boolean =>
  (method === 'POST' || method === 'PUT') && transaction !== 'none'
const isChange = ({ method, changes }: Endpoint): boolean => method !== 'GET' || changes === true

const deadKey = ['service-key.unknown', 'service-key.expired', 'service-key.revoked', 'service-key.suspended'] as const
/** Calls of keys count towards the key's limit; public calls belong to no one. */
export const isCounted = (endpoint: Endpoint): boolean => endpoint.can !== 'public' && scopesOf(endpoint) !== null

/** What follows from the shape of a call. */
function generalCodes(endpoint: Endpoint): ErrorCode[] {
  const { can, isForStaff, params, query, body, upload, list, whileDue, asksFactor } = endpoint
  const isPublic = can === 'public'
  const when = (condition: unknown, ...codes: ErrorCode[]): ErrorCode[] => (condition ? codes : [])
  return [
    ...when(query || body || upload || takesIdempotencyKey(endpoint), 'request.invalid', 'request.malformed'),
    ...when(list, 'list.too-long', 'list.page-too-far', 'list.search-too-short'),
    ...when(list?.changes, 'changes.cursor-too-old'),
    ...when(list && [...list.sortsNeedingFilter, ...list.sortsWhenShort].length > 0, 'list.sort-needs-filter'),
    ...when(!isPublic, 'auth.required', ...deadKey, 'request.cross-site'),
    ...when(!isPublic && !isForKeys(endpoint), 'service-key.people-only'),
    ...when(isCounted(endpoint), 'rate.limited'),
    ...when(!isPublic && !whileDue?.includes('password'), 'auth.password-due'),
    ...when(!isPublic && !whileDue?.includes('factor'), 'auth.factor-due'),
    ...when(asksFactor, 'auth.second-factor-needed'),
    ...when((!isPublic && can !== 'signed-in') || isForStaff, 'auth.forbidden'),
    ...when(params, 'record.not-found'),
    ...when(takesVersion(endpoint), 'record.stale'),
    ...when(takesIdempotencyKey(endpoint), 'idempotency.mismatch'),
    ...when(body || upload, 'request.media-type', 'request.too-large'),
    ...when(upload, 'file.too-large', 'file.no-room'),
    ...when(upload?.endings, 'file.not-taken'),
    'service.unexpected',
    'service.unavailable',
  ]
}

const isNamed = (named: string, endpoint: Endpoint): boolean =>
  named === endpoint.id || (isChange(endpoint) && named === `${endpoint.id.split('.')[0]}.*`)

/** Every error that the call can answer, by its status (API-2). */
export function errorsOf(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const declared = (Object.entries(operationErrors) as [ErrorCode, readonly string[]][])
    .filter(([, operations]) => operations.some((named) => isNamed(named, endpoint)))
    .map(([code]) => code)
  const codes = [...new Set([...generalCodes(endpoint), ...declared])]
  return new Map([...Map.groupBy(codes, (code) => errorStatuses[code])].sort(([one], [other]) => one - other))
}
