import type { Attachment } from '@portal/contract/files/attachments.ts'
import { files } from '@portal/contract/files/files.ts'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { call, callFile } from '../api/call.ts'
import { notify } from '../ui/notify.ts'
import { openAddress, saveFile } from '../ui/save-file.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

/**
 * Gets the presigned address, then the file (FILE-1). The portal's own addresses are fetched, so a failure can be
 * reported.
 */
async function download({ id, name }: Attachment): Promise<void> {
  const { url } = await call(files.presigned, { params: { id } })
  const address = new URL(url, location.origin)
  // The browser opens a bucket's address: the page's content security policy blocks scripts from other hosts.
  if (address.origin !== location.origin) return openAddress(address.href)
  const { blob } = await callFile(files.content, { params: { id }, query: Object.fromEntries(address.searchParams) })
  saveFile(blob, name)
}

/** A failed download is logged and shown to the user (FILE-3). */
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
