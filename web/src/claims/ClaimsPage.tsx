import { claims } from '@portal/contract/claims/claims.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { reportingPath } from '../app/sections.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import { useSelection } from '../list/use-selection.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { claimColumns } from './claim-columns.tsx'
import { claimsPath } from './claims.paths.ts'
import { SendClaims } from './SendClaims.tsx'
import { useClaimActions } from './use-claim-actions.tsx'

/** What providers charged above what they published, or as a tax that was not due, until it is credited (COST-4). */
export function ClaimsPage() {
  const selection = useSelection()
  const { actionsOn, dialog } = useClaimActions()
  return (
    <ListPage
      title="Claims"
      path={claimsPath}
      endpoint={claims.list}
      columns={claimColumns}
      nameOf={(claim) => claim.authentication_id}
      empty={{ none: 'No claims to show', filtered: 'No Record found' }}
      selection={selection}
      toolbar={<SendClaims selection={selection} />}
      rowActions={actionsOn}
      headActions={<LinkButton to={reportingPath} icon={IconArrowLeft} label="Reporting" />}
    >
      {dialog}
    </ListPage>
  )
}
