import { exposure } from '@portal/contract/receivables/exposure.ts'
import { ListPage } from '../list/ListPage.tsx'
import { exposureColumns } from './exposure-columns.tsx'
import { exposurePath } from './receivables.paths.ts'

/** What customers owe and will be billed, against their credit limits (RECV-8). */
export function ExposurePage() {
  return (
    <ListPage
      title="Exposure"
      path={exposurePath}
      endpoint={exposure.list}
      columns={exposureColumns}
      nameOf={(row) => row.company_name}
      empty={{ none: 'No exposure to show', filtered: 'No Record found' }}
    />
  )
}
