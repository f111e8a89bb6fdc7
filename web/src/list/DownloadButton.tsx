import { Button } from '@mantine/core'
import type { ListQuery } from '@portal/contract/list.ts'
import { paramsIn } from '@portal/contract/list-params.ts'
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { callFile } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { LazyMenu } from '../ui/LazyMenu.tsx'
import { lazily } from '../ui/lazily.tsx'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { Download, ListEndpoint } from './list-types.ts'

const ActionMenu = lazily(() => import('../ui/ActionMenu.tsx'), 'ActionMenu')

const byRow = [{ label: 'Download XLSX', icon: IconFileSpreadsheet, wanted: { format: 'xlsx' } }] as const
const byLine = [
  { label: 'Download XLSX by line', icon: IconFileSpreadsheet, wanted: { format: 'xlsx', by: 'line' } },
  { label: 'Download CSV by line', icon: IconFileTypeCsv, wanted: { format: 'csv', by: 'line' } },
] as const

/**
 * Downloads the whole filtered and sorted list (LIST-11): CSV in one click, other formats in a menu (LIST-15). A failed
 * download is reported (FILE-3).
 */
type Props = { endpoint: ListEndpoint; query: ListQuery; params?: Record<string, unknown> }
export function DownloadButton({ endpoint, query, params }: Props) {
  const { t } = useTranslation()
  const { company } = useSession()
  const { sort, filter, as_of, day: shown } = query
  const download = useMutation({
    mutationFn: (wanted: Download) =>
      callFile(endpoint, {
        ...(params ? { params } : {}),
        query: { paged: false, sort, filter, ...paramsIn(query), ...wanted },
      } as never),
    onSuccess: async ({ blob }, { format, by }) => {
      const { downloadName, localDay } = await import('./download-name.ts')
      const day = as_of ?? shown ?? localDay(new Date())
      saveFile(blob, downloadName({ rows: endpoint.list.rows, by, company, day, format }))
    },
    onError: (error) => notify.failure(t('Operation Failed!'), sentence(t, error.message)),
  })
  const others = endpoint.list.lineColumns === undefined ? byRow : [...byRow, ...byLine]
  const name = t('Other file formats')
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
      <LazyMenu
        menu={ActionMenu}
        button={
          <Button aria-haspopup="menu" variant="default" size="xs" px={6} aria-label={name} title={name}>
            <IconChevronDown size={14} aria-hidden />
          </Button>
        }
        entries={others.map(({ label, icon, wanted }) => ({ label, icon, onSelect: () => download.mutate(wanted) }))}
      />
    </Button.Group>
  )
}
