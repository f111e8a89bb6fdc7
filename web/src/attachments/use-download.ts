import type { Attachment } from '@portal/contract/files/attachments.ts'
import { files } from '@portal/contract/files/files.ts'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, callFile } from '../api/call.ts'
import { notify } from '../ui/notify.ts'
import { openAddress, saveFile } from '../ui/save-file.ts'
import { sentence } from '../ui/words/sentence.ts'

/**
 * First the presigned address, then what lies there (FILE-1). One of the portal's own is fetched, so that a failure can
 * be told.
 */
async function download({ id, name }: Attachment): Promise<void> {
  const { url } = await call(files.presigned, { params: { id } })
  const address = new URL(url, location.origin)
  // A bucket's address is the browser's to open: the page's own policy lets no script reach another host.
  if (address.origin !== location.origin) return openAddress(address.href)
  const { blob } = await callFile(files.content, { params: { id }, query: Object.fromEntries(address.searchParams) })
  saveFile(blob, name)
}

/** A download that fails is logged, and told to the person (FILE-3). */
export function useAttachmentDownload(): UseMutationResult<void, Error, Attachment> {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: download,
    onError: (error, { id }) => {
      console.error(`Failed to download file ${id}.`, error)
      notify.failure(t('This file could not be downloaded.'), sentence(t, error.message))
    },
  })
}
