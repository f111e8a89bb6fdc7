import { cardTemplates } from '@portal/contract/cards/card-templates.ts'
import { useCan } from '../../api/session.ts'
import { RecordTabs } from '../../ui/record/RecordTabs.tsx'
import { cardsPath, templatesPath } from '../cards.paths.ts'

const tabs = [
  { label: 'Cards', path: cardsPath },
  { label: 'Templates', path: templatesPath },
]

/** The list of cards and its templates, for users who can add cards. */
export function CardTabs() {
  return useCan()(cardTemplates.list) ? <RecordTabs label="Cards and templates" tabs={tabs} /> : null
}
