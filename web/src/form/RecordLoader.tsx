import { sentence } from '../ui/words/sentence.ts'
import './form.css'
import '../ui/trouble/panel.css'
import { Button, Skeleton } from '@mantine/core'
import type { CallReply, Endpoint } from '@portal/contract/endpoint.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { call, requestIdOf } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { Heading } from '../ui/Heading.tsx'
import { notify } from '../ui/notify.ts'
import { MissingRecord } from '../ui/trouble/MissingRecord.tsx'
import { isMissing } from '../ui/trouble/missing.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props<E extends Endpoint> = {
  endpoint: E
  id: string
  failed?: string
  children: (record: CallReply<E>, reread: () => Promise<CallReply<E>>) => ReactNode
}

const anyFailure = 'Error while performing operation. Please refresh your browser'

/** Loads the form's record, never from the cache: a cached copy would have an old version. */
export function RecordLoader<E extends Endpoint>({ endpoint, id, failed = anyFailure, children }: Props<E>) {
  const { t } = useTranslation()
  const router = useRouter()
  const read = (signal?: AbortSignal) => call(endpoint, { params: { id } } as never, signal ? { signal } : {})
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...queryKeyOf(endpoint, { id }), 'form'],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (error && !isMissing(error)) notify.failure(t(failed))
  }, [error, failed, t])
  if (data !== undefined) return children(data as CallReply<E>, () => read())
  if (!error) return <LoadingForm />
  if (isMissing(error)) return <MissingRecord error={error} />
  const requestId = requestIdOf(error)
  return (
    <div className="panel message-panel" role="alert">
      <IconAlertTriangle size={40} stroke={1.3} aria-hidden />
      <Heading>{t(failed)}</Heading>
      <p className="message-text">{sentence(t, error.message)}</p>
      <Button variant="default" loading={isFetching} onClick={() => refetch()}>
        {t('Try again')}
      </Button>
      <Button variant="subtle" onClick={() => router.history.back()}>
        {t('Back')}
      </Button>
      {requestId ? (
        <p className="request-id">
          {t('Request')} {requestId}
        </p>
      ) : null}
    </div>
  )
}

function LoadingForm() {
  return (
    <div className="form-column" aria-busy="true">
      {[1, 2, 3].map((section) => (
        <div key={section} className="panel form-section">
          <Skeleton height={16} width={180} mb={16} />
          <div className="form-grid">
            {[1, 2, 3].map((field) => (
              <Skeleton key={field} height={36} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
