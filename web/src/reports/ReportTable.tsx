import { Button } from '@mantine/core'
import type { ReportResultColumn, ReportRow, ReportRunRecord } from '@portal/contract/reports/reports.ts'
import { useState } from 'react'
import { parseSearch } from '../api/search.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { cellText, isFigure } from './report-cells.ts'
import { libraryPath, reportPath } from './reports.paths.ts'
import { useReports } from './use-reports.ts'

/** More rows than this slow the page down; the files have all. */
const shownAtFirst = 50
const shownAtMost = 2000

type Props = {
  run: Pick<ReportRunRecord, 'columns' | 'total_name'>
  rows: readonly ReportRow[]
  total: ReportRow | undefined
  name: string
}
/** The rows under their headings, each linked to the records behind it, and the total. */
export function ReportTable({ run, rows, total, name }: Props) {
  const { t, language } = useTranslation()
  const [limit, setLimit] = useState(shownAtFirst)
  const opened = useReports().data?.map(({ key }) => reportPath(key))
  if (rows.length === 0) return null
  const say = { t, locale: language }
  // The amounts have their currency, and what is in CAD already needs no conversion, nor gallons.
  const isCad = rows.every(({ currency }) => currency === 'CAD')
  const isForeign = ({ field, kind }: ReportResultColumn) =>
    kind === 'cad' || rows.every((row) => row[field] === undefined)
  const columns = run.columns.filter((column) => column.field !== 'currency' && !(isCad && isForeign(column)))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="report-scroll" tabIndex={0} aria-label={t(name)}>
        <table className="report-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.field}
                  scope="col"
                  data-figure={isFigure(column) || undefined}
                  style={{ minInlineSize: halfOf(t(column.heading)) }}
                >
                  {t(column.heading)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row, at) => (
              <tr key={rowKey(row, at)} data-kind={row.row_kind ?? undefined}>
                {columns.map((column, n) => (
                  <Cell key={column.field} column={column} isFirst={n === 0} link={linkIn(row, opened)}>
                    {cellText(column, row, say)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
          {total ? (
            <tfoot>
              <tr>
                {columns.map((column, n) => (
                  <Cell key={column.field} column={column} isFirst={n === 0} link={null}>
                    {n === 0
                      ? t(run.total_name)
                      : total[column.field] === undefined
                        ? ''
                        : cellText(column, total, say)}
                  </Cell>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </section>
      <More count={rows.length} limit={limit} onMore={() => setLimit(shownAtMost)} />
    </>
  )
}

/** Room for a heading on two lines: in a table that scrolls, each word would have its own. */
const halfOf = (heading: string): string => `calc(${Math.ceil(heading.length / 2) + 1}ch + 20px)`

/** The records behind a row, or null if they are a report that the reader cannot see. */
function linkIn({ link }: ReportRow, opened: readonly string[] | undefined): string | null {
  if (typeof link !== 'string') return null
  const [path = ''] = link.split('?')
  return opened && path.startsWith(`${libraryPath}/`) && !opened.includes(path) ? null : link
}
/** Rows of a report have no ids; their place is stable, because a run does not change. */
const rowKey = (row: ReportRow, at: number): string => `${at} ${row.link ?? row.key ?? ''}`

type CellProps = { column: ReportResultColumn; isFirst: boolean; link: string | null; children: string }
function Cell({ column, isFirst, link, children }: CellProps) {
  const hasWords = column.kind === 'text' && children.includes(' ')
  const kind = { 'data-figure': isFigure(column) || undefined, 'data-names': hasWords || undefined }
  if (!isFirst) return <td {...kind}>{children}</td>
  const [path = null, search = ''] = link?.split('?') ?? []
  return (
    <th scope="row" {...kind}>
      <PageLink to={path} search={parseSearch(search)}>
        {children}
      </PageLink>
    </th>
  )
}

function More({ count, limit, onMore }: { count: number; limit: number; onMore: () => void }) {
  const { t, language } = useTranslation()
  if (count <= limit) return null
  const shown = limit.toLocaleString(language)
  return (
    <p className="report-more">
      {t('The first {shown} of {count} rows. The files have all of them.', {
        shown,
        count: count.toLocaleString(language),
      })}{' '}
      {limit < shownAtMost ? (
        <Button size="compact-sm" variant="subtle" onClick={onMore}>
          {t('Show more')}
        </Button>
      ) : null}
    </p>
  )
}
