import { lazy } from 'react'
import { OnDemand } from '../../ui/OnDemand.tsx'
import type { AnyColumn } from '../list-types.ts'
import { ColumnButton } from './ColumnButton.tsx'

const load = () => import('./ColumnMenu.tsx')
const ColumnMenu = lazy(() => load().then((module) => ({ default: module.ColumnMenu })))

type Props = { offered: readonly AnyColumn[]; chosen: readonly string[]; onChoose: (keys: string[]) => void }

export function ColumnChooser(props: Props) {
  return (
    <OnDemand trigger={(open) => <ColumnButton onClick={open} onPointerEnter={load} onFocus={load} />}>
      <ColumnMenu {...props} />
    </OnDemand>
  )
}
