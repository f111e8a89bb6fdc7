import type { cardTemplates } from '@portal/contract/cards/card-templates.ts'
import { accessOf } from '../../api/route.ts'
import { useCan } from '../../api/session.ts'
import { RecordTabs } from '../../ui/record/RecordTabs.tsx'
import { cardsPath, templatesPath } from '../cards.paths.ts'

const tabs = [
  { label: 'Cards', path: cardsPath },
  { label: 'Templates', path: templatesPath },
]

/** Named here: the contract itself would weigh on the first load. */
const templates = { can: accessOf<typeof cardTemplates.list>('cards.create') }

/** The list of cards and its templates, for users who can add cards. */
export function CardTabs() {
  return useCan()(templates) ? <RecordTabs label="Cards and templates" tabs={tabs} /> : null
}
