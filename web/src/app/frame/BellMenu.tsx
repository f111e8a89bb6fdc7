import { lazily } from '../../ui/lazily.ts'
import { OnDemand } from '../../ui/OnDemand.tsx'
import { BellButton } from './BellButton.tsx'

const load = () => import('./BellPopover.tsx')
const BellPopover = lazily(() => load().then((module) => ({ default: module.BellPopover })))

export function BellMenu() {
  return (
    <OnDemand trigger={(open) => <BellButton onClick={open} onPointerEnter={load} onFocus={load} />}>
      <BellPopover />
    </OnDemand>
  )
}
