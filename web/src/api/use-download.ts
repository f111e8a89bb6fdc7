import type { CallInput, Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { callFile } from './call.ts'

type Texts = { success?: string; failure?: string }

/** Fetches a file and passes it to the browser. A failed download is logged and shown to the user (FILE-3, CARD-14). */
export function useDownload<E extends Endpoint>(
  endpoint: E,
  fallbackName: string,
  texts: Texts = {},
): UseMutationResult<unknown, Error, CallInput<E>> {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (input: CallInput<E>) => callFile(endpoint, input),
    onSuccess: ({ blob, name }) => {
      saveFile(blob, name ?? fallbackName)
      if (texts.success) notify.success(t(texts.success))
    },
    onError: (error) => {
      console.error(`Failed to download file. Status: ${error instanceof AppError ? error.status : error.message}`)
      notify.failure(t(texts.failure ?? 'Operation Failed!'), sentence(t, error.message))
    },
  })
}
