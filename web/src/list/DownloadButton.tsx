import { Button } from '@mantine/core'
import type { ListQuery } from '@portal/contract/list.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callFile } from '../api/call.ts'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'
import { sentence } from '../ui/words/sentence.ts'
import { DownloadMenuButton } from './DownloadMenuButton.tsx'
import type { Download, ListEndpoint } from './list-types.ts'

const DownloadMenu = lazy(() => import('./DownloadMenu.tsx').then((module) => ({ default: module.DownloadMenu })))

/**
 * The list as it is filtered and sorted, whole, as a file (LIST-11): CSV in one click, the others in a menu (LIST-15).
 * A failed download is reported (FILE-3).
 */
export function DownloadButton({ endpoint, query }: { endpoint: ListEndpoint; query: ListQuery }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const download = useMutation({
    mutationFn: (wanted: Download) =>
      callFile(endpoint, { query: { paged: false, sort: query.sort, filter: query.filter, ...wanted } } as never),
    onSuccess: ({ blob, name }, { format }) => saveFile(blob, name ?? `${endpoint.list.rows}.${format}`),
    onError: (error) => notify.failure(t('Operation Failed!'), sentence(t, error.message)),
  })
  return (
    <Button.Group>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate({ format: 'csv' })}
      >
        {t('Download CSV')}
      </Button>
      {isAsked ? (
        <Suspense fallback={<DownloadMenuButton />}>
          <DownloadMenu hasLines={endpoint.list.lineColumns !== undefined} onChoose={download.mutate} />
        </Suspense>
      ) : (
        <DownloadMenuButton onClick={() => setAsked(true)} />
      )}
    </Button.Group>
  )
}
