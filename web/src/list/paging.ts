import { type ListMetadata, pageSizes } from '@portal/contract/list.ts'

/** Sizes up to page size × pages, always including the current one (LIST-3). */
export function offeredSizes({ size, total_pages }: Pick<ListMetadata, 'size' | 'total_pages'>): number[] {
  return pageSizes.filter((offered) => offered <= size * total_pages || offered === size)
}

/** The values of the page report (LIST-2). An estimated total is marked (LIST-12). */
export function reportValues({ page, size, total_count, total_kind }: ListMetadata, rows: number) {
  const first = rows === 0 ? 0 : (page - 1) * size + 1
  return { first, last: rows === 0 ? 0 : first + rows - 1, total: total_count, kind: total_kind }
}
