import { Button } from '@mantine/core'
import { unpagedLimit } from '@portal/contract/list.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import type { LoadedPage } from '../list-types.ts'
import type { Selection } from '../use-selection.ts'

type Props = { selection: Selection | undefined; page: LoadedPage | undefined; filter: readonly string[] }

/** When a whole page is selected, offers to select all matching records, up to the limit of one call. */
export function SelectAllStrip({ selection, page, filter }: Props) {
  const { t } = useTranslation()
  if (!selection || !page) return null
  const { metadata, rows } = page
  const isWholePage = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  const isOffered = isWholePage && metadata.total_count > rows.length
  const isWithin = metadata.total_kind === 'exact' && metadata.total_count <= unpagedLimit
  return (
    <div className="select-all" role="status" hidden={!selection.all && !isOffered}>
      {selection.all ? (
        t('All {count} matching records selected.', { count: selection.all.count })
      ) : isOffered ? (
        <>
          {t('All {count} on this page selected.', { count: rows.length })}
          {isWithin ? (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => selection.selectAll({ filter, count: metadata.total_count })}
            >
              {t('Select all {count}', { count: metadata.total_count })}
            </Button>
          ) : (
            <span>{t('Narrow the list to 10,000 records or fewer to select them all.')}</span>
          )}
        </>
      ) : null}
    </div>
  )
}
