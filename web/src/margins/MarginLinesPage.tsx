import { margins } from '@portal/contract/margins/margins.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { ListPage } from '../list/ListPage.tsx'
import { marginPath } from '../reports/reports.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { marginLineColumns } from './margin-line-columns.tsx'
import { marginLinesPath } from './margins.paths.ts'

/** The lines behind a figure of the margin report (COST-4). */
export const MarginLinesPage = () => (
  <ListPage
    title="Lines with their margin"
    path={marginLinesPath}
    endpoint={margins.lines}
    columns={marginLineColumns}
    nameOf={(line) => line.dtl_auth_id}
    empty={{ none: 'No lines to show', filtered: 'No Record found' }}
    headActions={<LinkButton to={marginPath} icon={IconArrowLeft} label="Back to the margin report" />}
  />
)
