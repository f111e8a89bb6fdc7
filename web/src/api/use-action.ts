import type { CallInput, CallReply, Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify, type Second } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { call, NetworkError } from './call.ts'
import { featureKeyOf } from './query-keys.ts'
import { isWorthRetrying } from './query-options.ts'
import { toastTexts, type WritingId } from './toasts.ts'

type WritingEndpoint = Endpoint & { id: WritingId }
type Options<E extends Endpoint> = {
  keepPlace?: boolean
  isToldInPlace?: boolean
  second?: (reply: CallReply<E>, input: CallInput<E>) => Second
}
export type EndpointAction<E extends Endpoint> = UseMutationResult<CallReply<E>, Error, CallInput<E>>

/**
 * A write with everything that belongs to it: the key that makes a repeat harmless, its toasts, and fresh lists
 * afterwards. `keepPlace` is for a form, which must not be left, typing and all, because the session ended. `second` is
 * what stands under the toast (LIT-5). With `isToldInPlace` the dialog says why it was refused, and the toast does not
 * say it again.
 */
export function useAction<E extends WritingEndpoint>(
  endpoint: E,
  { keepPlace = false, isToldInPlace = false, second }: Options<E> = {},
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
      return queries.invalidateQueries({ queryKey: featureKeyOf(endpoint) })
    },
    onError: (error) => {
      if (!isUncertain(error)) keyFor.forget()
      if (texts) notify.failure(t(texts.failure), isToldInPlace ? undefined : sentence(t, error.message))
    },
  })
}

/** A change is keyed as well: one that got through without its answer must not load money a second time. */
const isKeyed = ({ method }: Endpoint): boolean => method === 'POST' || method === 'PUT'
/** After these nobody knows whether the record was made, so the next try must carry the same key (API-3). */
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

/** `randomUUID` exists in secure contexts only; a test host on plain HTTP gets the same randomness in hexadecimal. */
function newKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  return Array.from((crypto as Crypto).getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
