import { Button } from '@mantine/core'
import type { ListQuery } from '@portal/contract/list.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callFile } from '../api/call.ts'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'
import type { ListEndpoint } from './list-types.ts'

/** The list as it is filtered and sorted, whole, as a file (LIST-11). A download that fails is told (FILE-3). */
export function DownloadButton({ endpoint, query }: { endpoint: ListEndpoint; query: ListQuery }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => callFile(endpoint, { query: { paged: false, sort: query.sort, filter: query.filter, format: 'csv' } } as never),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? `${endpoint.list.rows}.csv`),
    onError: (error) => notify.failure(t('Operation Failed!'), t(error.message)),
  })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('Download CSV')}
    </Button>
  )
}
