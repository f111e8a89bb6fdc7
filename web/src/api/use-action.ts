import type { CallInput, CallReply, Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { notify, type Second } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { call, NetworkError } from './call.ts'
import { featureKeyOf } from './query-keys.ts'
import { isWorthRetrying } from './query-options.ts'
import { toastTexts, type WritingId } from './toasts.ts'

type WritingEndpoint = Endpoint & { id: WritingId }
type Options<E extends Endpoint> = {
  keepPlace?: boolean
  isShownInPlace?: boolean
  second?: (reply: CallReply<E>, input: CallInput<E>) => Second
}
export type EndpointAction<E extends Endpoint> = UseMutationResult<CallReply<E>, Error, CallInput<E>>

/**
 * A write with its idempotency key, toasts and cache invalidation. With `keepPlace`, a form keeps its input when the
 * session ends. `second` is the second line of the toast (LIT-5). With `isShownInPlace`, the dialog shows the error and
 * the toast does not repeat it.
 */
export function useAction<E extends WritingEndpoint>(
  endpoint: E,
  { keepPlace = false, isShownInPlace = false, second }: Options<E> = {},
): EndpointAction<E> {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const keyFor = useActionKey()
  const texts = toastTexts[endpoint.id as WritingId]
  return useMutation({
    mutationFn: (input: CallInput<E>) =>
      call(endpoint, input, { keepPlace, ...(isKeyed(endpoint) ? { idempotencyKey: keyFor.current(input) } : {}) }),
    retry: (failures, error) => isKeyed(endpoint) && isWorthRetrying(failures, error),
    onSuccess: (reply, input) => {
      keyFor.forget()
      if (texts) notify.success(t(texts.success), second?.(reply, input))
      // Any change may finish open work.
      void queries.invalidateQueries({ queryKey: ['todo'] })
      return queries.invalidateQueries({ queryKey: featureKeyOf(endpoint) })
    },
    onError: (error) => {
      if (!isUncertain(error)) keyFor.forget()
      // A form that keeps its place says what changed and offers to reload.
      const isTold = isShownInPlace || (keepPlace && error instanceof AppError && error.code === 'record.stale')
      if (texts) notify.failure(t(texts.failure), isTold ? undefined : sentence(t, error.message))
    },
  })
}

/**
 * PUT also has a key: a repeated change whose response was lost must not load money twice. A call that opens its own
 * transactions keeps no reply, so it is not repeated.
 */
const isKeyed = ({ method, transaction }: Endpoint): boolean =>
  (method === 'POST' || method === 'PUT') && transaction !== 'none'
/** After these errors the outcome is unknown, so the next try must use the same key (API-3). */
const isUncertain = (error: Error): boolean =>
  error instanceof NetworkError || (error instanceof AppError && error.status >= 500)

function useActionKey() {
  const last = useRef<{ input: string; key: string } | null>(null)
  return {
    current: (input: unknown): string => {
      const text = JSON.stringify(input, (_, value) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      )
      if (last.current?.input !== text) last.current = { input: text, key: newKey() }
      return last.current.key
    },
    forget: () => {
      last.current = null
    },
  }
}

/** `randomUUID` exists only in secure contexts. On plain HTTP, use the same randomness as hexadecimal. */
function newKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  return Array.from((crypto as Crypto).getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
