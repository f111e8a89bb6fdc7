import { lazily } from '../../ui/lazily.ts'
import { OnDemand } from '../../ui/OnDemand.tsx'
import { AccountButton } from './AccountButton.tsx'

const load = () => import('./AccountMenu.tsx')
const AccountMenu = lazily(() => load().then((module) => ({ default: module.AccountMenu })))

export function UserMenu({ onHelp }: { onHelp: () => void }) {
  return (
    <OnDemand trigger={(open) => <AccountButton onClick={open} onPointerEnter={load} onFocus={load} />}>
      <AccountMenu onHelp={onHelp} />
    </OnDemand>
  )
}
