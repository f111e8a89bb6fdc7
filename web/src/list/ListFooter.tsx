import { NativeSelect, Pagination } from '@mantine/core'
import { defaultSize } from '@portal/contract/list.ts'
import { Link } from '@tanstack/react-router'
import type { Search } from '../api/search.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { LoadedPage } from './list-types.ts'
import { offeredSizes, reportValues } from './paging.ts'

/** A small size can be the only one offered. The link leads to the first page at the default size (LIT-9). */
const atDefaultSize = ({ page: _page, size: _size, ...search }: Search): Search => search

type Props = { page: LoadedPage; isPhone: boolean; onPage: (page: number) => void; onSize: (size: number) => void }

export function ListFooter({ page: { metadata, rows }, isPhone, onPage, onSize }: Props) {
  const { t, language } = useTranslation()
  const { first, last, total, kind } = reportValues(metadata, rows.length)
  const totalRecords =
    kind === 'about'
      ? t('about {total}', { total })
      : kind === 'at_least'
        ? `${total.toLocaleString(language)}+`
        : total
  const names = { previous: 'Previous page', next: 'Next page', first: 'First page', last: 'Last page' } as const
  return (
    <div className="list-footer">
      <span aria-live="polite">
        {t('Showing record {first} to {last} of {totalRecords} records', { first, last, totalRecords })}
      </span>
      <div className="list-pager">
        <NativeSelect
          size="xs"
          aria-label={t('Records per page')}
          data={offeredSizes(metadata).map(String)}
          value={String(metadata.size)}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        />
        {metadata.size === defaultSize ? null : (
          <Link to="." search={atDefaultSize as never} className="size-link">
            {t('{size} per page', { size: defaultSize })}
          </Link>
        )}
        <nav aria-label={t('Pages')}>
          <Pagination
            size="sm"
            siblings={isPhone ? 0 : 1}
            total={Math.max(1, metadata.total_pages)}
            value={metadata.page}
            onChange={onPage}
            getControlProps={(control) => ({ 'aria-label': t(names[control]) })}
            getItemProps={(number) => ({ 'aria-label': t('Page {number}', { number }) })}
          />
        </nav>
      </div>
    </div>
  )
}
